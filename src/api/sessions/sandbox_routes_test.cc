#include "api/sessions/sandbox_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "api/sessions/sandbox_api_fixture.h"
#include "api/waited_reply_test_util.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class SandboxRoutes : public SandboxApi {
 protected:
  // As another caller's, who may.
  std::shared_ptr<CapturedReply> AskAs(const Caller& caller, std::string method, std::string path,
                                       std::string body = "") {
    auto request = std::make_shared<HttpRequest>();
    request->method = std::move(method);
    request->path = std::move(path);
    request->body = std::move(body);
    request->caller = std::make_shared<const Caller>(caller);
    auto reply = std::make_shared<CapturedReply>();
    api_.router.Handle(request, reply);
    return reply;
  }
};

TEST_F(SandboxRoutes, MakeShowAndDelete) {
  const HttpResponse made = Post(
      "/v1/sandboxes",
      R"({"name":"trial-7","labels":{"run":"r1"},"memory_mb":256,"cpus":0.5,"lifetime_s":600})");
  ASSERT_EQ(made.status, 201) << made.body;
  const JsonBody body(made.body);
  EXPECT_EQ(body["state"].String(), "running");
  EXPECT_EQ(body["name"].String(), "trial-7");
  EXPECT_EQ(body["tenant"].String(), "default");
  EXPECT_EQ(body["limits"].Find("memory_mb").raw(), "256");
  EXPECT_EQ(body["labels"].raw(), R"({"run":"r1"})");
  EXPECT_TRUE(body["reason"].IsNull());
  const std::string path = "/v1/sandboxes/" + body["id"].String();
  EXPECT_EQ(JsonBody(Ask("GET", path).body)["id"].String(), body["id"].String());
  const HttpResponse deleted = Ask("DELETE", path);
  EXPECT_EQ(deleted.status, 200);
  EXPECT_EQ(JsonBody(deleted.body)["state"].String(), "ended");
  EXPECT_EQ(JsonBody(Ask("GET", path).body)["reason"].String(), "deleted");
  const HttpResponse late = Post(path + "/exec", R"({"command":"true"})");
  EXPECT_EQ(late.status, 409);
  EXPECT_EQ(JsonBody(late.body)["error"].Find("code").String(), "ended");
  EXPECT_EQ(JsonBody(late.body)["error"].Find("reason").String(), "deleted");
  EXPECT_EQ(Ask("DELETE", path).status, 200) << "twice is no error";
}

TEST_F(SandboxRoutes, TheListOfImagesKeepsNoIoThread) {
  auto request = std::make_shared<HttpRequest>();
  request->method = "GET";
  request->path = "/v1/images";
  auto reply = std::make_shared<WaitedReply>();
  api_.router.Handle(request, reply);
  reply->Wait();
  EXPECT_EQ(reply->response.status, 200);
  EXPECT_THAT(reply->response.body, HasSubstr("python:3.11"));
  EXPECT_NE(boxes_.listed_by(), std::this_thread::get_id());
}

TEST_F(SandboxRoutes, FaultyFieldsAreNamed) {
  const HttpResponse refused =
      Post("/v1/sandboxes", R"({"memroy_mb":1,"cpus":0,"env":{"A=B":"c"},"lifetime_s":-1,)"
                            R"("egress":{"allow":[],"deny":[]},"start":{}})");
  EXPECT_EQ(refused.status, 422);
  for (const char* field :
       {"memroy_mb", "cpus", "env.A=B", "lifetime_s", "egress", "start.command"})
    EXPECT_THAT(refused.body, HasSubstr("\"field\":\"" + std::string(field) + "\""));
  EXPECT_EQ(Post("/v1/sandboxes", R"({"image":"nobody/has:this"})").status, 422);
  EXPECT_EQ(Post("/v1/sandboxes", R"({"lifetime_s":1e9})").status, 422);
  EXPECT_EQ(Post("/v1/sandboxes", "[]").status, 422);
  EXPECT_EQ(boxes_.alive(), 0);
}

TEST_F(SandboxRoutes, AKeyMakesOne) {
  const std::string body = R"({"idempotency_key":"k-1"})";
  const std::string first = Make(body);
  EXPECT_EQ(Make(body), first);
  const HttpResponse third = Ask("POST", "/v1/sandboxes", "{}", {{"Idempotency-Key", "k-1"}});
  EXPECT_EQ("/v1/sandboxes/" + JsonBody(third.body)["id"].String(), first);
  EXPECT_NE(Make(), first);
  EXPECT_EQ(Ask("POST", "/v1/sandboxes", body, {{"Idempotency-Key", "k-2"}}).status, 422);
}

TEST_F(SandboxRoutes, ListsPagesByLabel) {
  std::set<std::string> all;
  for (int i = 0; i < 5; ++i) all.insert(Make(R"({"labels":{"run":"r1"}})"));
  Make(R"({"labels":{"run":"r2"}})");
  std::set<std::string> seen;
  std::string cursor;
  int pages = 0;
  do {
    const HttpResponse page = Ask(
        "GET", "/v1/sandboxes?label=run:r1&limit=2" + (cursor.empty() ? "" : "&cursor=" + cursor));
    ASSERT_EQ(page.status, 200) << page.body;
    const JsonBody body(page.body);
    for (const JsonValue& sandbox : body["sandboxes"].Items()) {
      EXPECT_TRUE(seen.insert("/v1/sandboxes/" + sandbox.Find("id").String()).second);
    }
    cursor = body["next"].IsNull() ? "" : body["next"].String();
    ++pages;
  } while (!cursor.empty() && pages < 10);
  EXPECT_EQ(pages, 3);
  EXPECT_EQ(seen, all);
  EXPECT_EQ(Ask("GET", "/v1/sandboxes?state=gone").status, 422);
  EXPECT_EQ(Ask("GET", "/v1/sandboxes?limit=0").status, 422);
  EXPECT_EQ(Ask("GET", "/v1/sandboxes?cursor=x").status, 422);
}

TEST_F(SandboxRoutes, DeletesManyByLabelOnly) {
  const std::string kept = Make(R"({"labels":{"run":"r2"}})");
  const std::string first = Make(R"({"labels":{"run":"r1"}})");
  Make(R"({"labels":{"run":"r1"}})");
  EXPECT_EQ(Ask("DELETE", "/v1/sandboxes").status, 422);
  EXPECT_EQ(Ask("DELETE", "/v1/sandboxes?state=running").status, 422);
  const HttpResponse deleted = Ask("DELETE", "/v1/sandboxes?label=run:r1");
  EXPECT_EQ(JsonBody(deleted.body)["deleted"].Count(), 2u);
  EXPECT_EQ(JsonBody(Ask("GET", first).body)["state"].String(), "ended");
  EXPECT_EQ(JsonBody(Ask("GET", kept).body)["state"].String(), "running");
  EXPECT_EQ(JsonBody(Ask("DELETE", "/v1/sandboxes?label=run:r1").body)["deleted"].Count(), 0u);
}

TEST_F(SandboxRoutes, BelongToTheirTenant) {
  const Caller owner{"a", Role::kUser, "research"};
  const auto made = AskAs(owner, "POST", "/v1/sandboxes", "{}");
  for (int i = 0; i < 1000 && made->ends == 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_EQ(made->ends, 1);
  const std::string id = JsonBody(made->response.body)["id"].String();
  const std::string path = "/v1/sandboxes/" + id;
  EXPECT_EQ(AskAs(owner, "GET", path)->response.status, 200);
  const Caller other{"b", Role::kUser, "sales"};
  const Caller own_token{id, Role::kUser, "research", id};
  const Caller other_token{"sb-9", Role::kUser, "research", "sb-9"};
  for (const auto& [method, last] : std::vector<std::pair<std::string, std::string>>{
           {"GET", ""}, {"GET", "/processes"}, {"GET", "/logs"}, {"GET", "/files"}}) {
    for (const Caller& stranger : {other, other_token}) {
      const auto reply = AskAs(stranger, method, path + last);
      EXPECT_EQ(reply->response.status, 404) << last;
      EXPECT_THAT(reply->response.body, HasSubstr("unknown_sandbox"));
    }
  }
  EXPECT_EQ(AskAs(other, "DELETE", path)->response.status, 404);
  EXPECT_EQ(AskAs(own_token, "GET", path)->response.status, 200);
  EXPECT_EQ(AskAs(own_token, "POST", "/v1/sandboxes", "{}")->response.status, 403);
  EXPECT_EQ(AskAs(own_token, "DELETE", path)->response.status, 403);
  EXPECT_EQ(AskAs(own_token, "POST", path + "/fork")->response.status, 403);
  EXPECT_EQ(JsonBody(AskAs(other, "GET", "/v1/sandboxes")->response.body)["sandboxes"].Count(), 0u);
}

TEST_F(SandboxRoutes, PauseResumeLifetimeUsageAndLogs) {
  const std::string path = Make(R"({"start":{"command":"echo ready"}})");
  EXPECT_EQ(JsonBody(Post(path + "/pause").body)["state"].String(), "paused");
  EXPECT_EQ(JsonBody(Post(path + "/resume").body)["state"].String(), "running");
  const HttpResponse longer = Post(path + "/lifetime", R"({"lifetime_s":7200})");
  EXPECT_EQ(longer.status, 200) << longer.body;
  EXPECT_EQ(Post(path + "/lifetime", R"({"lifetime_s":1e8})").status, 422);
  EXPECT_EQ(Post(path + "/lifetime", "{}").status, 422);
  EXPECT_THAT(Ask("GET", path + "/usage").body, HasSubstr("\"memory_peak_bytes\":"));
  for (int i = 0; i < 500; ++i) {
    if (Ask("GET", path + "/logs").body.find("ready") != std::string::npos) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(JsonBody(Ask("GET", path + "/logs").body)["logs"].String(), "ready\n");
}

TEST_F(SandboxRoutes, RecycleGoesBackAndForkCopies) {
  const std::string path = Make();
  Run(path, R"({"command":"echo one > a"})");
  EXPECT_EQ(Post(path + "/snapshot").status, 200);
  Run(path, R"({"command":"echo two > a; echo > b"})");
  const HttpResponse forked = Post(path + "/fork", R"({"name":"copy"})");
  ASSERT_EQ(forked.status, 201) << forked.body;
  const JsonBody copy(forked.body);
  EXPECT_EQ(copy["name"].String(), "copy");
  EXPECT_EQ(Post(path + "/recycle").status, 200);
  EXPECT_EQ(Run(path, R"({"command":"cat a; ls b"})")["stdout"].String(), "one\n");
  const std::string other = "/v1/sandboxes/" + copy["id"].String();
  EXPECT_EQ(Run(other, R"({"command":"cat a; ls"})")["stdout"].String(), "two\na\nb\n");
}

TEST_F(SandboxRoutes, AFullServerSaysWhenToComeAgain) {
  boxes_.FailNext(Error{ErrorCode::kResource, "sessions", 0, "all boxes are taken"});
  const HttpResponse full = Post("/v1/sandboxes", "{}");
  EXPECT_EQ(full.status, 429) << full.body;
  EXPECT_THAT(full.headers, ::testing::Contains(::testing::Key("retry-after")));
  EXPECT_EQ(Post("/v1/sandboxes", "{}").status, 201);
}

TEST_F(SandboxRoutes, ALostBoxIsOurFailureAndSaysSo) {
  const std::string path = Make();
  boxes_.LoseAll();
  for (int i = 0; i < 1000; ++i) {
    if (JsonBody(Ask("GET", path).body)["state"].String() == "ended") break;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(JsonBody(Ask("GET", path).body)["reason"].String(), "lost");
  EXPECT_EQ(Post(path + "/exec", R"({"command":"true"})").status, 409);
}

TEST(SandboxRoutesWithout, SayWhatToDo) {
  ApiFixture api;
  for (const auto& [method, path] :
       std::vector<std::pair<std::string, std::string>>{{"POST", "/v1/sandboxes"},
                                                        {"GET", "/v1/sandboxes"},
                                                        {"GET", "/v1/sandboxes/sb-1/files"}}) {
    const auto reply = api.Call(method, path, "{}");
    EXPECT_EQ(reply->response.status, 501);
    EXPECT_THAT(reply->response.body, HasSubstr("\"no_sandboxes\""));
  }
}

}  // namespace
}  // namespace assay
