// E2B's API over boxes of this machine, without isolation: requests as its released clients send
// them (Python 2.63.0, JavaScript 2.51.0).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "api/connect/connect_frames.h"
#include "api/connect/gzip_test_util.h"
#include "api/e2b/e2b_routes.h"
#include "api/e2b/wire/create_request.h"
#include "api/e2b/wire/file_faults.h"
#include "api/e2b/wire/list_query.h"
#include "api/e2b/wire/rfc3339.h"
#include "api/route_access.h"
#include "api/waited_reply_test_util.h"
#include "base/text.h"
#include "net/form/query.h"
#include "sessions/host_box_test_util.h"
#include "sessions/sessions_test_util.h"
#include "text/json_reader.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using Headers = std::vector<std::pair<std::string, std::string>>;

const std::string kHome = kLiveHome;

class E2bTest : public ::testing::Test {
 protected:
  explicit E2bTest(int64_t held_bytes = 1 << 30) {
    SandboxPolicy policy;
    policy.max_held_bytes = held_bytes;
    policy.max_limits = LiveLimits();
    sandboxes_ = MakeSandboxes(host_, policy, clock_);
    RegisterE2bRoutes(router_, {sandboxes_.get(), &tokens_, &late_timers_, nullptr}, processes_);
    // As the server has it, for the routes there are here.
    for (const RouteAccess& row : RouteAccessTable()) {
      const auto route = router_.routes().find(std::string(row.path));
      if (route != router_.routes().end() && route->second.count(std::string(row.method)) != 0) {
        access_.push_back(row);
      }
    }
    router_.SetAccess(access_);
  }

  std::shared_ptr<WaitedReply> Call(const std::string& method, const std::string& target,
                                    std::string body = "", Headers headers = {},
                                    const std::string& tenant = "research",
                                    const std::string& bound = "") {
    auto request = std::make_shared<HttpRequest>();
    request->method = method;
    const size_t mark = std::min(target.find('?'), target.size());
    request->path = target.substr(0, mark);
    request->query = target.substr(std::min(mark + 1, target.size()));
    request->headers = std::move(headers);
    request->body = std::move(body);
    request->caller = std::make_shared<const Caller>(Caller{"ci", Role::kUser, tenant, bound});
    auto reply = std::make_shared<WaitedReply>();
    router_.Handle(request, reply);
    reply->Wait();
    return reply;
  }
  // A text member of an answer.
  static std::string Member(const std::string& json, const std::string& name) {
    JsonError error;
    const auto document = JsonDocument::Parse(json, &error);
    if (!document) return "no JSON: " + json;
    const JsonValue value = document->root().Find(name);
    return value.Is(JsonType::kString) ? value.String() : std::string(value ? value.raw() : "");
  }
  std::string Create(const std::string& more = "", Headers headers = {}) {
    const auto made = Call("POST", "/v2/sandboxes",
                           R"({"templateID":"base","metadata":{},"envVars":{},)"
                           R"("allow_internet_access":true,"timeout":60)" +
                               more + "}",
                           std::move(headers));
    EXPECT_EQ(made->response.status, 201) << made->response.body;
    return Member(made->response.body, "sandboxID");
  }
  Headers Of(const std::string& id, Headers more = {}) {
    more.emplace_back("e2b-sandbox-id", id);
    more.emplace_back("e2b-sandbox-port", "49983");
    more.emplace_back("content-type", "application/json");
    return more;
  }
  std::shared_ptr<WaitedReply> Files(const std::string& id, const std::string& method,
                                     const std::string& body, Headers more = {}) {
    return Call("POST", "/filesystem.Filesystem/" + method, body, Of(id, std::move(more)));
  }

  const RealClock clock_;
  HostBoxes host_;
  std::unique_ptr<Sandboxes> sandboxes_;
  BoxTokens tokens_{clock_};
  Timers timers_{clock_};
  LateTimersOwner late_timers_{timers_};
  ProcessService processes_{timers_, clock_};
  Router router_;
  std::vector<RouteAccess> access_;
};

TEST_F(E2bTest, MakesFindsAndEndsASandbox) {
  const std::string id = Create(R"(,"metadata":{"run":"a b"})");
  const auto found = Call("GET", "/sandboxes/" + id);
  EXPECT_EQ(Member(found->response.body, "state"), "running");
  EXPECT_EQ(Member(found->response.body, "templateID"), "base");
  EXPECT_EQ(Member(found->response.body, "metadata"), R"({"run":"a b"})");
  EXPECT_EQ(tokens_.Find(Member(found->response.body, "envdAccessToken"))->sandbox, id);
  EXPECT_EQ(Call("GET", "/health", "", Of(id))->response.status, 204);
  EXPECT_EQ(Call("DELETE", "/sandboxes/" + id)->response.status, 204);
  EXPECT_EQ(Call("DELETE", "/sandboxes/" + id)->response.status, 404);
  EXPECT_EQ(tokens_.Find(Member(found->response.body, "envdAccessToken")), nullptr);
  const auto gone = Call("GET", "/health", "", Of(id));
  EXPECT_EQ(gone->response.status, 502);
  EXPECT_THAT(Member(gone->response.body, "message"), HasSubstr("was not found"));
  EXPECT_EQ(Call("GET", "/health")->response.body, R"({"status":"healthy"})");
}

TEST_F(E2bTest, TheSameKeyIsTheSameSandbox) {
  const Headers key{{"idempotency-key", "k1"}};
  const std::string id = Create("", key);
  EXPECT_EQ(Create("", key), id);
  EXPECT_NE(Create(), id);
}

TEST_F(E2bTest, TheInterpretersTemplateIsTheHost) {
  const auto made = Call("POST", "/v2/sandboxes", R"({"templateID":"code-interpreter-v1"})");
  EXPECT_EQ(made->response.status, 201) << made->response.body;
  EXPECT_EQ(Member(made->response.body, "templateID"), "base");
}

TEST_F(E2bTest, RefusesWhatItWouldNotGive) {
  const std::pair<const char*, const char*> faults[] = {
      {R"({})", "templateID"},
      {R"({"templateID":"base","timeout":-1})", "timeout"},
      {R"({"templateID":"base","timeout":"soon"})", "timeout"},
      {R"({"templateID":"base","autoPause":true})", "autoPause"},
      {R"({"templateID":"base","mcp":{"x":{}}})", "mcp"},
      {R"({"templateID":"base","volumeMounts":[{"name":"a"}]})", "volumeMounts"},
      {R"({"templateID":"base","network":{"allowOut":["data.example.org"]}})", "network.allowOut"},
      {R"([])", "object"},
      {R"({)", "JSON"}};
  for (const auto& [body, what] : faults) {
    const auto refused = Call("POST", "/v2/sandboxes", body);
    EXPECT_EQ(refused->response.status, 400) << body;
    EXPECT_THAT(Member(refused->response.body, "message"), HasSubstr(what)) << body;
  }
  EXPECT_EQ(host_.created(), 0);
  host_.FailNext({ErrorCode::kInvalidArgument, "box", ENOENT, "no such image"});
  const auto unknown = Call("POST", "/sandboxes", R"({"templateID":"nobody/knows"})");
  EXPECT_EQ(unknown->response.status, 404);
  EXPECT_THAT(unknown->response.body, HasSubstr("nobody/knows"));
}

TEST_F(E2bTest, AnotherTenantIsToldThatThereIsNone) {
  const std::string id = Create();
  EXPECT_EQ(Call("GET", "/sandboxes/" + id, "", {}, "other")->response.status, 404);
  EXPECT_EQ(Call("DELETE", "/sandboxes/" + id, "", {}, "other")->response.status, 404);
  EXPECT_EQ(Call("GET", "/health", "", Of(id), "other")->response.status, 502);
  EXPECT_EQ(Call("GET", "/files?path=/etc/passwd", "", Of(id), "other")->response.status, 502);
  EXPECT_EQ(Call("GET", "/v2/sandboxes", "", {}, "other")->response.body, "[]");
  // A token of another sandbox, of the same tenant.
  EXPECT_EQ(Call("GET", "/health", "", Of(id), "research", Create())->response.status, 502);
  EXPECT_EQ(Call("GET", "/health", "", Of(id), "research", id)->response.status, 204);
  // Else the server's door takes the token for nobody's, and no sandbox ever runs.
  EXPECT_TRUE(router_.TakesSandboxTokens("GET", "/health"));
}

TEST_F(E2bTest, ListsPageByPage) {
  for (int i = 0; i < 5; ++i) {
    Create(R"(,"metadata":{"run":")" + std::string(i % 2 ? "odd" : "even") + R"("})");
  }
  const auto page = Call("GET", "/v2/sandboxes?limit=2&order=asc&metadata=run%3Deven");
  ASSERT_EQ(page->response.headers.size(), 1u);
  EXPECT_EQ(page->response.headers[0].first, "x-next-token");
  const auto last = Call("GET", "/v2/sandboxes?limit=2&order=asc&metadata=run%3Deven&nextToken=" +
                                    PercentEncode(page->response.headers[0].second));
  EXPECT_TRUE(last->response.headers.empty());
  EXPECT_EQ(Call("GET", "/v2/sandboxes?state=paused")->response.body, "[]");
  for (const char* query : {"state=dead", "order=up", "limit=0", "startedAfter=now"}) {
    EXPECT_EQ(Call("GET", "/v2/sandboxes?" + std::string(query))->response.status, 400) << query;
  }
}

TEST_F(E2bTest, PausesResumesAndConnects) {
  const std::string id = Create();
  const std::string path = "/sandboxes/" + id;
  EXPECT_EQ(Call("POST", path + "/resume", R"({"timeout":60})")->response.status, 409);
  EXPECT_EQ(Call("POST", path + "/pause", R"({"memory":false})")->response.status, 400);
  EXPECT_EQ(Call("POST", path + "/pause", R"({"memory":true})")->response.status, 204);
  EXPECT_EQ(Call("POST", path + "/pause", "{}")->response.status, 409);
  EXPECT_EQ(Member(Call("GET", path)->response.body, "state"), "paused");
  EXPECT_THAT(Call("GET", "/health", "", Of(id))->response.body, HasSubstr("was not found"));
  EXPECT_EQ(Call("POST", "/v2" + path + "/connect", R"({"timeout":60})")->response.status, 201);
  EXPECT_EQ(Call("POST", path + "/connect", R"({"timeout":60})")->response.status, 200);
  EXPECT_EQ(Call("GET", "/health", "", Of(id))->response.status, 204);
  EXPECT_EQ(Call("POST", path + "/timeout", R"({"timeout":999999999})")->response.status, 400);
  EXPECT_EQ(Call("POST", path + "/timeout", R"({"timeout":0})")->response.status, 204);
  EXPECT_EQ(Call("GET", path)->response.status, 404);
}

TEST_F(E2bTest, FilesKeepTheirBytes) {
  const std::string id = Create();
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) bytes += static_cast<char>(i * 7);
  Headers raw = Of(id);
  raw.back().second = "application/octet-stream";
  const auto written = Call("POST", "/files?path=data%2Fa.bin", bytes, raw);
  EXPECT_EQ(written->response.body,
            R"([{"name":"a.bin","type":"file","path":")" + kHome + R"(/data/a.bin"}])");
  EXPECT_EQ(Call("GET", "/files?path=" + kHome + "/data/a.bin", "", Of(id))->response.body, bytes);
  Headers form = Of(id);
  form.back().second = "multipart/form-data; boundary=X";
  const std::string part = "\r\nContent-Disposition: form-data; name=\"file\"; filename=";
  const auto many = Call(
      "POST", "/files",
      "--X" + part + "\"/tmp/one\"\r\n\r\n1\r\n--X" + part + "\"two\"\r\n\r\n\r\n--X--\r\n", form);
  EXPECT_EQ(many->response.status, 200) << many->response.body;
  EXPECT_EQ(Call("GET", "/files?path=/tmp/one", "", Of(id))->response.body, "1");
  EXPECT_EQ(Call("GET", "/files?path=two", "", Of(id))->response.body, "");
  EXPECT_EQ(Call("GET", "/files?path=three", "", Of(id))->response.status, 404);
  EXPECT_EQ(Call("GET", "/files?path=data", "", Of(id))->response.status, 400);
  EXPECT_EQ(Call("GET", "/files?path=two&username=root", "", Of(id))->response.status, 400);
  EXPECT_EQ(Call("GET", "/files?path=two&username=user", "", Of(id))->response.status, 200);
  EXPECT_EQ(Call("POST", "/files?path=a", "--X", form)->response.status, 400);
  EXPECT_EQ(Call("POST", "/files", "x", raw)->response.status, 400);
}

class E2bInLittleMemory : public E2bTest {
 protected:
  E2bInLittleMemory() : E2bTest(4 << 20) {}
};

// It has half of the room.
TEST_F(E2bInLittleMemory, ACompressedUploadThatDoesntFitIsRefused) {
  const std::string id = Create();
  const auto upload = [&](size_t bytes) {
    return Call("POST", "/files?path=up", Gzip(std::string(bytes, 'x')),
                {{"e2b-sandbox-id", id},
                 {"content-type", "application/octet-stream"},
                 {"content-encoding", "gzip"}});
  };
  // One never fits, another one when others have gone.
  const auto never = upload(3 << 20);
  EXPECT_EQ(never->response.status, 413);
  EXPECT_THAT(never->response.body, HasSubstr("content-encoding"));
  EXPECT_THAT(never->response.body, HasSubstr("2097151 bytes"));
  {
    TenantRoom::Share other = sandboxes_->Find("research", id)->Memory();
    // Once what the upload above took is given back.
    ASSERT_TRUE(Becomes([&] { return other.Grow(3 << 19); }));
    EXPECT_EQ(upload(1 << 20)->response.status, 429);
  }
  // What one has taken is given back, though its answer may come before that.
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(Becomes([&] { return upload(1 << 20)->response.status == 200; }));
  }
}

TEST_F(E2bTest, WhatABoxsProgramsKilledIsNoFaultOfTheRequest) {
  const std::string id = Create();
  Headers raw = Of(id);
  raw.back().second = "application/octet-stream";
  const auto up = [&] { return Call("POST", "/files?path=a", "x", raw)->response.status; };
  const auto down = [&] { return Call("GET", "/files?path=a", "", Of(id))->response.status; };
  EXPECT_EQ(up(), 200);
  host_.KillFileWorkers(true);
  EXPECT_EQ(up(), 503);
  EXPECT_EQ(down(), 503);
  host_.KillFileWorkers(false);
  EXPECT_EQ(down(), 200);
}

TEST_F(E2bTest, TheListOfTemplatesKeepsNoIoThread) {
  EXPECT_THAT(Call("GET", "/templates")->response.body, HasSubstr("python:3.11"));
  EXPECT_NE(host_.listed_by(), std::this_thread::get_id());
}

TEST_F(E2bTest, FoldersAsTheServiceSaysThem) {
  const std::string id = Create();
  EXPECT_EQ(Files(id, "MakeDir", R"({"path":"d/e"})")->response.status, 200);
  const auto again = Files(id, "MakeDir", R"({"path":"d/e"})");
  EXPECT_EQ(Member(again->response.body, "code"), "already_exists");
  const std::string entry = Member(Files(id, "Stat", R"({"path":"d"})")->response.body, "entry");
  EXPECT_EQ(Member(entry, "type"), "FILE_TYPE_DIRECTORY");
  EXPECT_EQ(Member(entry, "path"), kHome + "/d");
  EXPECT_EQ(Member(entry, "owner"), "user");
  EXPECT_THAT(Member(entry, "permissions"), HasSubstr("drwx"));
  EXPECT_EQ(Files(id, "Move", R"({"source":"d","destination":"m"})")->response.status, 200);
  EXPECT_THAT(Files(id, "ListDir", R"({"path":".","depth":2})")->response.body,
              HasSubstr("\"" + kHome + "/m/e\""));
  EXPECT_EQ(Files(id, "Remove", R"({"path":"m"})")->response.status, 200);
  EXPECT_EQ(Files(id, "Remove", R"({"path":"m"})")->response.status, 200) << "as envd has it";
  EXPECT_EQ(Member(Files(id, "Stat", R"({"path":"m"})")->response.body, "code"), "not_found");
  EXPECT_EQ(Member(Files(id, "CreateWatcher", R"({"path":"."})")->response.body, "code"),
            "unimplemented");
  // "root:"
  const auto root = Files(id, "Stat", R"({"path":"."})", {{"authorization", "Basic cm9vdDo="}});
  EXPECT_EQ(Member(root->response.body, "code"), "invalid_argument");
  EXPECT_THAT(root->response.body, HasSubstr("'user' only"));
  EXPECT_EQ(Member(Files("nobody", "Stat", R"({"path":"."})")->response.body, "code"),
            "unavailable");
}

TEST_F(E2bTest, RunsACommand) {
  const std::string id = Create(R"(,"envVars":{"GREETING":"hello"})");
  Headers stream = Of(id, {{"keepalive-ping-interval", "50"}, {"connect-timeout-ms", "60000"}});
  stream.back().second = "application/connect+json";
  const auto ran = Call(
      "POST", "/process.Process/Start",
      ConnectFrame(0, R"({"process":{"cmd":"/bin/bash","args":["-c","echo $GREETING; exit 3"]},)"
                      R"("stdin":false})"),
      stream);
  std::string all;
  for (const std::string& piece : ran->pieces) all += piece;
  EXPECT_THAT(all, HasSubstr("\"stdout\":\"aGVsbG8K\""));
  EXPECT_THAT(all, HasSubstr("\"exitCode\":3"));
  EXPECT_THAT(all, Not(HasSubstr("\"error\":{")));
}

TEST_F(E2bTest, TokensOfSandboxesThatEndedByThemselvesAreForgotten) {
  const std::string id = Create();
  const std::string token =
      Member(Call("GET", "/sandboxes/" + id)->response.body, "envdAccessToken");
  TokenBook book(*sandboxes_, tokens_);
  SandboxInfo info = sandboxes_->Find("research", id)->Info();
  EXPECT_EQ(*book.TokenOf(info), token);
  sandboxes_->Find("research", id)->End(SandboxEnd::kLifetime);
  for (int i = 0; i < 300; ++i) {
    info.id = "sb-" + std::to_string(i);
    EXPECT_TRUE(book.TokenOf(info).ok());
  }
  EXPECT_EQ(tokens_.Find(token), nullptr);
}

TEST(E2bNetwork, IsWhatTheOperatorAllows) {
  const auto read = [](const char* text, bool internet, bool egress) {
    JsonError error;
    const auto document = JsonDocument::Parse(text, &error);
    FieldErrors errors;
    SandboxPolicy policy;
    policy.egress = egress;
    const EgressPolicy egress_policy =
        ReadE2bNetwork(document->root(), {}, internet, policy, &errors);
    return errors.empty() ? std::optional(egress_policy) : std::nullopt;
  };
  using Kind = EgressPolicy::Kind;
  EXPECT_EQ(read("{}", true, false)->kind, Kind::kNone);
  EXPECT_EQ(read("{}", true, true), (EgressPolicy{Kind::kDeny, {}}));
  EXPECT_EQ(read("{}", false, true)->kind, Kind::kNone);
  EXPECT_EQ(read(R"({"allowOut":["a.org"],"denyOut":["0.0.0.0/0"]})", true, true),
            (EgressPolicy{Kind::kAllow, {"a.org"}}));
  EXPECT_EQ(read(R"({"denyOut":["10.0.0.0/8"]})", true, true),
            (EgressPolicy{Kind::kDeny, {"10.0.0.0/8"}}));
  EXPECT_EQ(read(R"({"denyOut":["0.0.0.0/0"]})", true, true)->kind, Kind::kNone);
  EXPECT_EQ(read(R"({"allowOut":["a.org"],"denyOut":["b.org"]})", true, true), std::nullopt);
  EXPECT_EQ(read(R"({"allowOut":["a.org"]})", true, false), std::nullopt);
  EXPECT_EQ(read(R"({"rules":{"a.org":[]}})", true, true), std::nullopt);
}

TEST(E2bTimes, AreReadWithAnyOffset) {
  const auto time = ParseRfc3339("2026-11-22T17:04:26.120000Z");
  ASSERT_TRUE(time.has_value());
  EXPECT_EQ(Rfc3339(*time), "2026-11-22T17:04:26.120000Z");
  EXPECT_EQ(ParseRfc3339("2026-11-22T18:04:26.12+01:00"), time);
  EXPECT_EQ(ParseRfc3339("yesterday"), std::nullopt);
  EXPECT_EQ(ParseRfc3339("2026-11-22T17:04:26 junk"), std::nullopt);
}

TEST(E2bPaths, AreBelowTheHome) {
  EXPECT_EQ(AbsolutePath("a/b"), kHome + "/a/b");
  EXPECT_EQ(AbsolutePath("~/a"), kHome + "/a");
  EXPECT_EQ(AbsolutePath("."), kHome);
  EXPECT_EQ(AbsolutePath("/tmp"), "/tmp");
  EXPECT_EQ(NameOf("/tmp/a/"), "a");
  EXPECT_EQ(NameOf("/"), "/");
}

}  // namespace
}  // namespace assay
