#include "api/sessions/file_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/sessions/sandbox_api_fixture.h"
#include "api/sessions/wire/file_range.h"
#include "net/raw_socket_test_util.h"
#include "sessions/sessions_test_util.h"

namespace assay {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Pair;

class FileRoutes : public SandboxApi {
 protected:
  explicit FileRoutes(SandboxPolicy policy = {}) : SandboxApi(std::move(policy)) {}
  static std::pair<std::string, std::string> Header(const std::string& name,
                                                    const std::string& value) {
    return {name, value};
  }
};

TEST_F(FileRoutes, WriteReadListMoveAndRemove) {
  const std::string path = Make();
  const std::string bytes("a\0\xFF\n", 4);
  const HttpResponse written = Ask("PUT", path + "/files?path=work/x%20y&mode=0600", bytes);
  ASSERT_EQ(written.status, 200) << written.body;
  EXPECT_EQ(JsonBody(written.body)["bytes"].raw(), "4");
  EXPECT_EQ(JsonBody(written.body)["mode"].String(), "0600");
  EXPECT_EQ(Ask("GET", path + "/files?path=./work/x+y").body, bytes);
  EXPECT_EQ(JsonBody(Ask("GET", path + "/files/info?path=work").body)["kind"].String(),
            "directory");
  EXPECT_EQ(Post(path + "/files/directory", R"({"path":"work/new/er"})").status, 201);
  EXPECT_EQ(Post(path + "/files/directory", R"({"path":"work/new/er"})").status, 200);
  EXPECT_EQ(Post(path + "/files/move", R"({"from":"work/x y","to":"work/new/z"})").status, 200);
  const JsonBody list(Ask("GET", path + "/files/list?path=work&depth=3").body);
  std::vector<std::string> names;
  for (const JsonValue& entry : list["entries"].Items())
    names.push_back(entry.Find("path").String());
  EXPECT_THAT(names, ::testing::UnorderedElementsAre(::testing::EndsWith("work/new"),
                                                     ::testing::EndsWith("work/new/er"),
                                                     ::testing::EndsWith("work/new/z")));
  EXPECT_EQ(Ask("DELETE", path + "/files?path=work").status, 200);
  EXPECT_EQ(Ask("GET", path + "/files?path=work/new/z").status, 404);
}

TEST_F(FileRoutes, PartsOfAFile) {
  const std::string path = Make();
  Ask("PUT", path + "/files?path=f", "0123456789");
  const std::string file = path + "/files?path=f";
  const auto part = [&](const std::string& query, const std::string& range = "") {
    return Ask("GET", file + query, "", range.empty() ? Headers{} : Headers{{"range", range}});
  };
  EXPECT_EQ(part("&offset=7").body, "789");
  EXPECT_EQ(part("&offset=-3").body, "789");
  EXPECT_EQ(part("&offset=-30").body, "0123456789");
  EXPECT_EQ(part("&offset=2&length=3").body, "234");
  EXPECT_EQ(part("&offset=50").body, "");
  const HttpResponse ranged = part("", "bytes=2-4");
  EXPECT_EQ(ranged.status, 206);
  EXPECT_EQ(ranged.body, "234");
  EXPECT_THAT(ranged.headers, Contains(Header("content-range", "bytes 2-4/10")));
  EXPECT_EQ(part("", "bytes=-2").body, "89");
  EXPECT_EQ(part("", "bytes=8-").body, "89");
  EXPECT_EQ(part("", "bytes=10-").status, 416);
  EXPECT_EQ(part("", "lines=1").body, "0123456789");
  EXPECT_EQ(part("&offset=x").status, 422);
}

TEST_F(FileRoutes, LargeFilesComeWhole) {
  const std::string path = Make();
  std::string large(9 << 20, 'x');
  for (size_t i = 0; i < large.size(); i += 4096) large[i] = static_cast<char>(i >> 12);
  ASSERT_EQ(Ask("PUT", path + "/files?path=large", large).status, 200);
  EXPECT_EQ(Ask("GET", path + "/files?path=large").body, large);
  Run(path, R"({"command":"ln -s large link"})");
  EXPECT_EQ(Ask("GET", path + "/files?path=link").body, large);
  EXPECT_EQ(Ask("GET", path + "/files?path=large&offset=-5000000").body,
            large.substr(large.size() - 5'000'000));
}

TEST_F(FileRoutes, WhatIsntThereOrIsAFolder) {
  const std::string path = Make();
  EXPECT_EQ(Ask("GET", path + "/files?path=none").status, 404);
  EXPECT_EQ(Ask("GET", path + "/files/info?path=none").status, 404);
  EXPECT_EQ(Ask("GET", path + "/files/list?path=none").status, 404);
  EXPECT_EQ(Ask("GET", path + "/archive?path=none").status, 404);
  EXPECT_EQ(Ask("GET", path + "/files").status, 422);
  EXPECT_EQ(Ask("GET", path + "/files?path=a%00b").status, 422);
  EXPECT_EQ(Ask("PUT", path + "/files?path=f&mode=9", "x").status, 422);
  const HttpResponse folder = Ask("GET", path + "/files?path=.");
  EXPECT_EQ(folder.status, 409) << folder.body;
  EXPECT_THAT(folder.body, HasSubstr("is_a_directory"));
  EXPECT_EQ(Ask("GET", "/v1/sandboxes/sb-none/files?path=f").status, 404);
}

TEST_F(FileRoutes, FoldersGoAsTar) {
  const std::string path = Make();
  Run(path, R"({"command":"mkdir -p a/b && echo one > a/x && echo two > a/b/y && ln -s x a/l"})");
  const HttpResponse tar = Ask("GET", path + "/archive?path=a");
  ASSERT_EQ(tar.status, 200);
  EXPECT_EQ(tar.content_type, "application/x-tar");
  const std::string other = Make();
  const HttpResponse unpacked = Ask("PUT", other + "/archive?path=copy/of", tar.body);
  ASSERT_EQ(unpacked.status, 200) << unpacked.body;
  EXPECT_EQ(Run(other, R"({"command":"cd copy/of && cat x b/y && readlink l"})")["stdout"].String(),
            "one\ntwo\nx\n");
}

TEST_F(FileRoutes, ClientsThatDontReadHoldUpNobody) {
  const std::string path = Make();
  const std::string other = Make();
  Run(path, R"({"command":"head -c 16777216 /dev/zero > zeros"})");
  const std::string ask = "GET " + path + "/archive?path=zeros HTTP/1.1\r\nHost: a\r\n\r\n";
  std::vector<RawSocket> slow;
  for (int i = 0; i < 8; ++i) {
    slow.push_back(RawSocket::ConnectTo(server_.port()));
    ASSERT_TRUE(slow.back().Send(ask));
    EXPECT_THAT(slow.back().ReadUntil("\r\n\r\n"), HasSubstr("200 OK"));
  }
  // One more of this owner has to wait; nobody else does, nor its other files.
  const HttpResponse more = Ask("GET", path + "/archive?path=zeros");
  EXPECT_EQ(more.status, 429) << more.body;
  EXPECT_THAT(more.headers, Contains(Header("retry-after", "1")));
  EXPECT_EQ(Ask("PUT", other + "/files?path=f", "x").status, 200);
  // A client that goes on has it whole, and makes room.
  const std::string whole = slow.back().ReadUntil("\r\n0\r\n\r\n");
  EXPECT_GT(whole.size(), 16U << 20);
  EXPECT_THAT(whole.substr(whole.size() - 7), ::testing::Eq("\r\n0\r\n\r\n"));
  EXPECT_TRUE(Becomes([&] { return Ask("GET", path + "/archive?path=zeros").status == 200; }));
  // Of a sandbox that ends the rest isn't waited for, and no archive looks whole that isn't.
  EXPECT_EQ(Ask("DELETE", path).status, 200);
  const std::string part = slow.front().ReadAll();
  EXPECT_LT(part.size(), 16U << 20);
}

class FileRoutesWithLittleRoom : public FileRoutes {
 protected:
  FileRoutesWithLittleRoom() : FileRoutes(Little()) {}
  static SandboxPolicy Little() {
    SandboxPolicy policy;
    policy.max_download_bytes = 64 << 10;  // a quarter of it for one owner
    policy.max_snapshot_bytes = 16 << 10;
    return policy;
  }
};

TEST_F(FileRoutesWithLittleRoom, WhatNeverFitsIsntAskedForAgain) {
  const std::string path = Make();
  Run(path, R"({"command":"echo one > small; head -c 100000 /dev/zero > large"})");
  EXPECT_EQ(Ask("GET", path + "/archive?path=small").status, 200);
  for (const HttpResponse& never :
       {Ask("GET", path + "/archive?path=large"), Post(path + "/snapshot"), Post(path + "/fork")}) {
    EXPECT_EQ(never.status, 413) << never.body;
    EXPECT_THAT(never.body, HasSubstr("16384 bytes"));
    const JsonBody body(never.body);
    EXPECT_EQ(body["error"].Find("code").String(), "too_large");
    EXPECT_THAT(never.headers, ::testing::Not(Contains(Header("retry-after", "1"))));
  }
  EXPECT_EQ(JsonBody(Ask("GET", path + "/archive?path=large").body)["error"].Find("field").String(),
            "path");
}

TEST(FileRange, PartsAreWithinTheFile) {
  const auto part = [](int64_t offset, int64_t bytes) {
    const FilePart found = PartOf({offset, bytes}, 10);
    return std::pair(found.begin, found.end);
  };
  EXPECT_EQ(part(0, -1), std::pair(int64_t{0}, int64_t{10}));
  EXPECT_EQ(part(-4, 2), std::pair(int64_t{6}, int64_t{8}));
  EXPECT_EQ(part(9, 100), std::pair(int64_t{9}, int64_t{10}));
  EXPECT_EQ(part(11, 1), std::pair(int64_t{10}, int64_t{10}));
}

}  // namespace
}  // namespace assay
