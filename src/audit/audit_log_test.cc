#include "audit/audit_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "audit/audited_reply.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class AuditLogTest : public ::testing::Test {
 protected:
  AuditLogTest() {
    char folder[] = "/tmp/assay-audit-XXXXXX";
    folder_ = ::mkdtemp(folder);
    path_ = folder_ + "/audit.jsonl";
  }
  ~AuditLogTest() override { std::filesystem::remove_all(folder_); }

  static std::vector<std::string> Lines(const std::string& path) {
    std::vector<std::string> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

  std::string folder_;
  std::string path_;
};

class NoReply final : public HttpReply {
 public:
  void Send(HttpResponse) override {}
  void Begin(HttpResponse) override {}
  void Write(std::string) override {}
  void End() override {}
  void OnDisconnect(std::function<void()>) override {}
};

AuditEntry By(const std::string& name) {
  AuditEntry entry;
  entry.name = name;
  return entry;
}

HttpRequest Asked() {
  HttpRequest request;
  request.method = "POST";
  request.path = "/v1/verify";
  request.query = "SECRETQUERY";
  request.headers = {{"x-assay-run", "run-7"}, {"authorization", "Bearer SECRETTOKEN"}};
  request.body = "SECRETCODE";
  request.peer = "127.0.0.1";
  request.caller = std::make_shared<const Caller>(Caller{"ci", Role::kUser, "research"});
  return request;
}

TEST_F(AuditLogTest, SaysWhoAskedWhatAndNothingOfItsContents) {
  const auto log = AuditLog::Open(path_).value();
  Router router;
  router.Add("POST", "/v1/verify", HttpHandler([](auto, auto) {}));
  const auto reply = Audited(*log, router, Asked(), std::make_shared<NoReply>());
  reply->Note("problem", "abc");
  HttpResponse response;
  response.body = "12345";
  reply->Send(response);
  log->Flush();
  const auto lines = Lines(path_);
  ASSERT_THAT(lines, SizeIs(1));
  for (const char* part :
       {"\"name\":\"ci\"", "\"role\":\"user\"", "\"tenant\":\"research\"", "\"peer\":\"127.0.0.1\"",
        "\"method\":\"POST\"", "\"route\":\"/v1/verify\"", "\"run\":\"run-7\"",
        "\"problem\":\"abc\"", "\"bytes_in\":10", "\"bytes_out\":5", "\"status\":200"}) {
    EXPECT_THAT(lines[0], HasSubstr(part));
  }
  EXPECT_THAT(lines[0], Not(HasSubstr("SECRET")));
}

TEST_F(AuditLogTest, CountsStreamsOnceAndWhoLeft) {
  const auto log = AuditLog::Open(path_).value();
  Router router;
  auto stream = Audited(*log, router, Asked(), std::make_shared<NoReply>());
  stream->Begin({});
  stream->Write("abc");
  stream->Write("de");
  stream->End();
  stream.reset();
  Audited(*log, router, Asked(), std::make_shared<NoReply>()).reset();
  AuditRefusal(*log, router, Asked(), "10.0.0.1", 401);
  log->Flush();
  const auto lines = Lines(path_);
  ASSERT_THAT(lines, SizeIs(3));
  EXPECT_THAT(lines[0], HasSubstr("\"bytes_out\":5"));
  EXPECT_THAT(lines[1], HasSubstr("\"status\":499"));
  EXPECT_THAT(lines[2], HasSubstr("\"status\":401"));
  EXPECT_THAT(lines[2], HasSubstr("10.0.0.1"));
}

TEST_F(AuditLogTest, FollowsAFileThatWasMoved) {
  const auto log = AuditLog::Open(path_).value();
  log->Add(By("before"));
  log->Flush();
  std::filesystem::rename(path_, path_ + ".1");
  log->Add(By("between"));
  log->Flush();
  log->Reopen();
  log->Flush();
  log->Add(By("after"));
  log->Flush();
  EXPECT_THAT(Lines(path_ + ".1"), SizeIs(2));
  ASSERT_THAT(Lines(path_), SizeIs(1));
  EXPECT_THAT(Lines(path_)[0], HasSubstr("after"));
}

TEST_F(AuditLogTest, AFullDiskLosesLinesAndSaysHowMany) {
  const auto log = AuditLog::Open("/dev/full").value();
  for (int i = 0; i < 10; ++i) log->Add(By("lost"));
  log->Flush();
  EXPECT_EQ(log->stats().written, 0);
  EXPECT_EQ(log->stats().lost, 10);
}

TEST_F(AuditLogTest, TheNextLineSaysWhatWasLost) {
  std::filesystem::create_symlink("/dev/full", path_);
  const auto log = AuditLog::Open(path_).value();
  for (int i = 0; i < 3; ++i) log->Add(By("lost"));
  log->Flush();
  std::filesystem::remove(path_);
  log->Reopen();
  log->Flush();
  log->Add(By("kept"));
  log->Flush();
  const auto lines = Lines(path_);
  ASSERT_THAT(lines, SizeIs(2));
  EXPECT_THAT(lines[0], HasSubstr("\"lost\":3"));
  EXPECT_THAT(lines[1], HasSubstr("kept"));
  EXPECT_EQ(log->stats().lost, 3);
  EXPECT_EQ(log->stats().written, 1);
}

TEST_F(AuditLogTest, NeedsAFileThatCanBeAppendedTo) {
  const auto log = AuditLog::Open(folder_ + "/none/audit");
  ASSERT_FALSE(log.ok());
  EXPECT_EQ(log.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace assay
