#include "api/node/node_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/testing.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kSubmission =
    R"({"language":"python","code":"x","problem":{"tests":[{"expected":""}]}})";
constexpr const char* kEvaluate =
    R"({"completion":"x","config":{"language":"python","provided_data":{"test_cases":)"
    R"({"type":"stdin_stdout","input":["1"],"output":["1"]}}}})";

SubmissionResult Accepted(const Submission&) {
  SubmissionResult result;
  result.verdict = Verdict::kAccepted;
  result.cause = Cause::kCandidate;
  result.tests = {Executed(Verdict::kAccepted, Exited(0))};
  return result;
}

// A server with everything around it that these routes show.
struct NodeFixture {
  static ApiOptions Options(const NodeFixture& around) {
    ApiOptions options;
    options.node = "n1";
    options.logs = &around.tail;
    options.config = [] {
      ConfigRow row;
      row.name = "log-level";
      row.value = "info";
      row.source = "file";
      row.reload = true;
      ConfigRow other;
      other.name = "slots";
      other.value = "2";
      other.source = "flag";
      other.pending = "4";
      return std::vector<ConfigRow>{row, other};
    };
    return options;
  }

  LogTail tail;
  ApiFixture api{Options(*this)};
};

std::string Get(ApiFixture& api, const std::string& path, const std::string& query = "") {
  auto request = std::make_shared<HttpRequest>();
  request->method = "GET";
  request->path = path;
  request->query = query;
  auto reply = std::make_shared<CapturedReply>();
  api.router.Handle(request, reply);
  return reply->response.body;
}

TEST(NodeRoutes, ADrainRefusesNewWorkInEachRoutesWay) {
  NodeFixture fixture;
  ApiFixture& api = fixture.api;
  api.sink.answer = Accepted;
  EXPECT_EQ(api.Post("/v1/verify", kSubmission)->response.status, 200);
  const auto drained = api.Post("/v1/admin/drain", R"({"reason":"kernel update"})");
  EXPECT_EQ(drained->response.status, 200);
  EXPECT_EQ(drained->response.body, R"({"node":"n1","draining":true,"reason":"kernel update"})");
  const auto native = api.Post("/v1/verify", kSubmission);
  EXPECT_EQ(native->response.status, 429);
  EXPECT_THAT(native->response.body, HasSubstr("this server is draining: kernel update"));
  EXPECT_EQ(api.Post("/common_evaluate_batch", kEvaluate)->response.status, 504);
  EXPECT_EQ(api.Post("/run_code", R"({"code":"x","language":"python"})")->response.status, 504);
  const auto ready = api.Call("GET", "/readyz");
  EXPECT_EQ(ready->response.status, 503);
  EXPECT_THAT(ready->response.body, HasSubstr("draining: kernel update"));
  EXPECT_EQ(api.Call("GET", "/healthz")->response.status, 200);
  EXPECT_THAT(Get(api, "/metrics"), HasSubstr("assay_draining 1"));
  EXPECT_THAT(Get(api, "/v1/info"), HasSubstr(R"("draining":true)"));

  EXPECT_EQ(api.Post("/v1/admin/undrain", "")->response.body,
            R"({"node":"n1","draining":false,"reason":""})");
  EXPECT_EQ(api.Post("/v1/verify", kSubmission)->response.status, 200);
  EXPECT_EQ(api.Post("/common_evaluate_batch", kEvaluate)->response.status, 200);
  EXPECT_EQ(api.Call("GET", "/readyz")->response.status, 200);
  EXPECT_THAT(Get(api, "/metrics"), HasSubstr("assay_draining 0"));
}

TEST(NodeRoutes, WhatWasTakenEndsWhileItDrains) {
  NodeFixture fixture;
  ApiFixture& api = fixture.api;
  const auto taken = api.Post("/v1/verify", kSubmission);
  api.Post("/v1/admin/drain", "");
  EXPECT_EQ(taken->ends, 0);
  api.sink.waiting.at(0)(Accepted(api.sink.submissions.at(0)));
  EXPECT_EQ(taken->ends, 1);
  EXPECT_EQ(taken->response.status, 200);
}

TEST(NodeRoutes, BothMayBeAskedAgain) {
  NodeFixture fixture;
  ApiFixture& api = fixture.api;
  EXPECT_EQ(api.Post("/v1/admin/undrain", "")->response.status, 200);
  for (const char* reason : {"a", "a", "b"}) {
    const auto reply = api.Post("/v1/admin/drain", std::string(R"({"reason":")") + reason + "\"}");
    EXPECT_EQ(reply->response.status, 200);
    EXPECT_THAT(reply->response.body, HasSubstr(std::string("\"reason\":\"") + reason + "\""));
  }
  EXPECT_EQ(api.Post("/v1/admin/undrain", "")->response.status, 200);
  EXPECT_EQ(api.Post("/v1/admin/undrain", "")->response.status, 200);
}

TEST(NodeRoutes, AnEndCanNotBeTakenBack) {
  NodeFixture fixture;
  ApiFixture& api = fixture.api;
  api.service.node().End("the server is shutting down");
  EXPECT_EQ(api.Post("/v1/admin/undrain", "")->response.status, 409);
  EXPECT_EQ(api.Post("/v1/admin/drain", "")->response.status, 409);
}

TEST(NodeRoutes, AReasonIsAShortText) {
  NodeFixture fixture;
  ApiFixture& api = fixture.api;
  EXPECT_EQ(api.Post("/v1/admin/drain", R"({"reason":7})")->response.status, 422);
  EXPECT_EQ(api.Post("/v1/admin/drain", R"({"reason":")" + std::string(201, 'x') + "\"}")
                ->response.status,
            422);
  EXPECT_EQ(api.Post("/v1/admin/drain", "{")->response.status, 400);
  EXPECT_EQ(api.Call("GET", "/readyz")->response.status, 200);
}

TEST(NodeRoutes, BrokenRunsAreSaid) {
  NodeFixture fixture;
  ApiFixture& api = fixture.api;
  const Error error{ErrorCode::kInternal, "sandbox.spawner", 0, "it is gone"};
  for (int i = 0; i < 4; ++i) api.metrics.OnRunnerError(error);
  EXPECT_EQ(api.Call("GET", "/readyz")->response.status, 200);
  api.metrics.OnRunnerError(error);
  EXPECT_THAT(api.Call("GET", "/readyz")->response.body, HasSubstr("it is gone"));
  EXPECT_FALSE(api.service.Describe().ready);
  api.metrics.OnRun("python", "test", Exited(0));
  EXPECT_EQ(api.Call("GET", "/readyz")->response.status, 200);
}

TEST(NodeRoutes, ANodeWithoutPeersIsAlone) {
  NodeFixture fixture;
  fixture.api.sink.engine_stats.slots = 4;
  fixture.api.sink.engine_stats.running_tasks = 1;
  fixture.api.sink.engine_stats.estimated_wait = std::chrono::microseconds(1500);
  const std::string nodes = Get(fixture.api, "/v1/nodes");
  for (const char* text :
       {R"({"nodes":[{"node":"n1")", R"("self":true)", R"("slots":4)", R"("slots_free":3)",
        R"("running":1)", R"("wait_ms":2)", R"("error":null)", R"("tier":"test-tier")"}) {
    EXPECT_THAT(nodes, HasSubstr(text));
  }
}

TEST(NodeRoutes, TheConfigurationSaysWhatIsPending) {
  NodeFixture fixture;
  EXPECT_EQ(Get(fixture.api, "/v1/admin/config"),
            R"({"node":"n1","options":[)"
            R"({"name":"log-level","value":"info","source":"file","reload":true,"pending":null},)"
            R"({"name":"slots","value":"2","source":"flag","reload":false,"pending":"4"}]})");
}

TEST(NodeRoutes, LogsGoOnBehindTheLast) {
  NodeFixture fixture;
  for (int i = 1; i <= 3; ++i) {
    LogLine line;
    line.level = i == 2 ? LogLevel::kWarn : LogLevel::kInfo;
    line.message = "line " + std::to_string(i);
    if (i == 2) line.request = "r2";
    fixture.tail.Add(line);
  }
  EXPECT_EQ(
      Get(fixture.api, "/v1/logs", "limit=1"),
      R"({"lines":[{"time":0.0,"level":"info","message":"line 3","request":null}],"next":3})");
  const std::string warnings = Get(fixture.api, "/v1/logs", "level=warn");
  EXPECT_THAT(warnings, HasSubstr(R"("message":"line 2","request":"r2")"));
  EXPECT_THAT(warnings, Not(HasSubstr("line 1")));
  EXPECT_THAT(warnings, HasSubstr(R"("next":3)"));
  EXPECT_THAT(Get(fixture.api, "/v1/logs", "after=1&limit=1"), HasSubstr(R"("next":2)"));
  EXPECT_EQ(Get(fixture.api, "/v1/logs", "after=3"), R"({"lines":[],"next":3})");
}

TEST(NodeRoutes, AQueryThatMeansNothingIsRefused) {
  NodeFixture fixture;
  for (const char* query : {"level=loud", "after=-1", "after=x", "limit=0", "limit=2001"}) {
    EXPECT_THAT(Get(fixture.api, "/v1/logs", query), HasSubstr("\"error\"")) << query;
  }
}

TEST(NodeRoutes, TheirDocumentedFieldsAreWritten) {
  NodeFixture fixture;
  fixture.tail.Add({});
  const std::string all = Get(fixture.api, "/v1/nodes") + Get(fixture.api, "/v1/logs") +
                          Get(fixture.api, "/v1/admin/config") +
                          fixture.api.Post("/v1/admin/undrain", "")->response.body;
  const std::string openapi = Get(fixture.api, "/openapi.json");
  JsonError error;
  const auto document = JsonDocument::Parse(openapi, &error);
  ASSERT_TRUE(document.has_value());
  const JsonValue schemas = document->root().Find("components").Find("schemas");
  for (const char* name : {"Nodes", "Node", "NodeSandboxes", "Logs", "LogLine", "DrainState",
                           "Config", "ConfigOption"}) {
    for (const auto& member : schemas.Find(name).Find("properties").Members()) {
      EXPECT_THAT(all, HasSubstr("\"" + member.key + "\":")) << name;
    }
  }
}

}  // namespace
}  // namespace assay
