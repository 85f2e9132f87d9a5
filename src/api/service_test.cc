#include "api/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "api/native/verify_request.h"
#include "api/testing.h"
#include "api_embedded.h"
#include "base/text.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

class OpenApi : public ::testing::Test {
 protected:
  OpenApi() {
    JsonError error;
    document_ = JsonDocument::Parse(Embedded_openapi_json(), &error);
    EXPECT_TRUE(document_) << error.message << error.offset;
  }
  JsonValue Root() const { return document_->root(); }
  std::set<std::string> Properties(std::string_view schema) const {
    std::set<std::string> names;
    const JsonValue properties =
        Root().Find("components").Find("schemas").Find(schema).Find("properties");
    EXPECT_TRUE(properties) << schema;
    for (const auto& member : properties.Members()) names.insert(member.key);
    return names;
  }
  // Sends each documented field with a value of no sensible type: one that is read is complained
  // about by name.
  void ExpectRead(std::string_view schema, const std::string& path, const std::string& before,
                  const std::string& after, const std::set<std::string>& free_form = {}) {
    ApiFixture api;
    for (const std::string& field : Properties(schema)) {
      if (free_form.count(field) != 0) continue;
      // 7 is no object, the nested list no scalar and no list of strings.
      bool complained = false;
      for (const char* value : {"[[]]", "7"}) {
        const auto reply = api.Post(path, before + "\"" + field + "\":" + value + after);
        complained |= reply->ends == 1 && reply->response.status / 100 == 4 &&
                      reply->response.body.find(field) != std::string::npos;
      }
      EXPECT_TRUE(complained) << schema << "." << field;
    }
  }

  std::optional<JsonDocument> document_;
};

TEST_F(OpenApi, NamesExactlyTheRoutesThereAre) {
  ApiFixture api;
  std::set<std::string> documented;
  for (const auto& [path, methods] : Root().Find("paths").Members()) {
    for (const auto& method : methods.Members()) {
      if (method.key != "parameters") documented.insert(path + " " + method.key);
    }
  }
  std::set<std::string> routed;
  for (const auto& [path, methods] : api.router.routes()) {
    for (const auto& [method, handler] : methods) {
      routed.insert(path + " " + (method == "*" ? "x-any-method" : AsciiLower(method)));
    }
  }
  EXPECT_EQ(documented, routed);
}

TEST_F(OpenApi, EveryReferenceLeadsSomewhere) {
  const std::string_view text = Embedded_openapi_json();
  constexpr std::string_view kRef = "\"$ref\": \"#/components/";
  int references = 0;
  for (size_t at = text.find(kRef); at != text.npos; at = text.find(kRef, at + 1)) {
    const size_t begin = at + kRef.size();
    const std::string path(text.substr(begin, text.find('"', begin) - begin));
    const size_t slash = path.find('/');
    EXPECT_TRUE(Root().Find("components").Find(path.substr(0, slash)).Find(path.substr(slash + 1)))
        << path;
    ++references;
  }
  EXPECT_GT(references, 30);
}

TEST_F(OpenApi, DocumentedRequestFieldsAreRead) {
  ExpectRead("RunCodeRequest", "/run_code", "{", "}");
  ExpectRead("SubmitRequest", "/common_evaluate_batch", "{", "}");
  ExpectRead("TestConfig", "/common_evaluate_batch", R"({"completion":"x","config":{)", "}}",
             {"provided_data"});
  ExpectRead("EvaluateExtra", "/common_evaluate_batch",
             R"({"completion":"x","config":{"language":"python","provided_data":{"test_cases":)"
             R"({"type":"stdin_stdout","input":["1"],"output":["1"]}},"extra":{)"
             R"("special_judge_program":"x",)",
             "}}}");
  ExpectRead("VerifyRequest", "/v1/verify", R"({"submissions":[{}],)", "}");
  const std::string problem = R"("problem":{"tests":[{"expected":""}]})";
  ExpectRead("Submission", "/v1/verify", R"({"language":"python",)" + problem + ",", "}");
  const std::string item = R"({"language":"python","code":"x",)";
  ExpectRead("Problem", "/v1/verify", item + R"("problem":{)", "}}");
  ExpectRead("Test", "/v1/verify", item + R"("problem":{"tests":[{)", "}]}}", {"id"});
  ExpectRead("Comparison", "/v1/verify",
             item + R"("problem":{"tests":[{"expected":""}],"comparison":{)", "}}}");
  ExpectRead("Checker", "/v1/verify", item + R"("problem":{"tests":[{"expected":""}],"checker":{)",
             "}}}");
  ExpectRead("Limits", "/v1/verify", item + problem + R"(,"limits":{)", "}}");
  ExpectRead("Origin", "/v1/verify", item + problem + R"(,"origin":{)", "}}");
}

TEST_F(OpenApi, DocumentedFieldsAreNotCalledUnknown) {
  ApiFixture api;
  const std::string item = R"({"submissions":[{"language":"python","code":"x",)";
  const std::tuple<const char*, std::string, std::string> places[] = {
      {"Problem", item + R"("problem":{)", "}}]}"},
      {"Comparison", item + R"("problem":{"comparison":{)", "}}}]}"},
      {"Checker", item + R"("problem":{"checker":{)", "}}}]}"},
      {"Checker", item + R"("problem":{"interactor":{)", "}}}]}"},
      {"Limits", item + R"("limits":{)", "}}]}"},
      {"Limits", item + R"("compile_limits":{)", "}}]}"}};
  for (const auto& [schema, before, after] : places) {
    for (const std::string& field : Properties(schema)) {
      const auto reply = api.Post("/v1/verify", before + "\"" + field + "\":7" + after);
      EXPECT_THAT(reply->response.body, testing::Not(HasSubstr("there is no such field"))) << field;
    }
  }
}

TEST_F(OpenApi, DocumentedFieldsOfASubmissionAloneAreNotCalledUnknown) {
  std::set<std::string> fields = Properties("Submission");
  fields.merge(Properties("VerifyRequest"));
  JsonWriter body;
  body.BeginObject().Key("mine").Int(7);
  for (const std::string& field : fields) body.Key(field).Int(7);
  body.EndObject();
  JsonError error;
  const auto document = JsonDocument::Parse(body.text(), &error);
  std::vector<std::string> warnings;
  WarnOfUnknownInSubmission(document->root(), "expect", &warnings);
  EXPECT_THAT(warnings, testing::ElementsAre(testing::StartsWith("mine: there is no such field")));
  for (const std::string& field : fields) EXPECT_THAT(warnings[0], HasSubstr("'" + field + "'"));
}

TEST_F(OpenApi, DocumentedAnswerFieldsAreWritten) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    SubmissionResult result;
    result.verdict = Verdict::kAccepted;
    result.compile = Exited(0);
    result.separation = "none";
    RunResult run = Exited(0);
    run.files["f"] = Blob::Empty();
    result.tests = {Executed(Verdict::kAccepted, run)};
    return result;
  };
  const auto expect = [&](const char* schema, const std::string& body) {
    for (const std::string& field : Properties(schema)) {
      EXPECT_THAT(body, HasSubstr("\"" + field + "\":")) << schema;
    }
  };
  std::string verify =
      api.Post("/v1/verify",
               R"({"include_output":true,"bundle":true,"include_extracted_code":true,)"
               R"("submissions":[{"language":"python","response":"```\nx\n```",)"
               R"("origin":{"run":"r","step":1,"group":"g","sample":"s","tenant":"t"},)"
               R"("problem":{"tests":[{"expected":""}]}}]})")
          ->response.body;
  const std::string faulty =
      api.Post("/v1/verify", R"({"submissions":[{"language":"python","limits":{"mine":1}}]})")
          ->response.body;
  for (const char* field : {"\"errors\":", "\"warnings\":"}) {
    EXPECT_THAT(faulty, HasSubstr(field));
    verify += field;  // a result has them where there are any
  }
  for (const char* schema :
       {"VerifyResponse", "Result", "TestResult", "Run", "Limits", "Origin", "Extracted"}) {
    expect(schema, verify);
  }
  const std::string run = api.Post("/run_code", R"({"code":""})")->response.body;
  expect("RunCodeResponse", run);
  expect("CommandRunResult", run);
  api.sink.answer = [](const Submission&) {
    SubmissionResult result;
    result.verdict = Verdict::kAccepted;
    result.cause = Cause::kCandidate;
    result.tests = {Executed(Verdict::kAccepted, Exited(0))};
    return result;
  };
  const std::string evaluate =
      api.Post("/common_evaluate_batch",
               R"({"completion":"x","config":{"language":"python","provided_data":{"test_cases":)"
               R"({"type":"stdin_stdout","input":["1"],"output":["1"]}}}})")
          ->response.body;
  expect("EvalResult", evaluate);
  expect("EvalTestCase", evaluate);
}

TEST(Service, PingIsPongInQuotes) {
  ApiFixture api;
  const auto reply = api.Call("GET", "/v1/ping");
  EXPECT_EQ(reply->response.body, "\"pong\"");
  EXPECT_EQ(reply->response.content_type, "application/json");
}

TEST(Service, WhatNoRouteTakes) {
  ApiFixture api;
  const auto unknown = api.Call("GET", "/nothing/");
  EXPECT_EQ(unknown->response.status, 404);
  EXPECT_EQ(unknown->response.body, R"({"detail":"Not Found"})");
  EXPECT_THAT(api.Call("GET", "/v1/nothing")->response.body, HasSubstr(R"("error":{)"));
  const auto wrong = api.Call("GET", "/run_code");
  EXPECT_EQ(wrong->response.status, 405);
  EXPECT_EQ(wrong->response.body, R"({"detail":"Method Not Allowed"})");
  const auto slash = api.Call("POST", "/run_code/");
  EXPECT_EQ(slash->response.status, 307);
  EXPECT_EQ(slash->response.headers[0].second, "/run_code");
  EXPECT_EQ(api.Call("HEAD", "/v1/ping")->response.status, 200);
}

TEST(Service, InfoListsTierAndToolchains) {
  ApiFixture api;
  const std::string body = api.Call("GET", "/v1/info")->response.body;
  EXPECT_THAT(body, HasSubstr(R"("tier":"test-tier")"));
  EXPECT_THAT(body,
              HasSubstr(R"({"language":"python","available":true,"version":"Python 3.11.2")"));
  EXPECT_THAT(body, HasSubstr(R"("profiles":["assay",)"));
}

TEST(Service, ReadyUntilDrainingOrBroken) {
  ApiFixture api;
  EXPECT_EQ(api.Call("GET", "/readyz")->response.status, 200);
  api.service.SetSandboxHealth([] { return Error{ErrorCode::kUnavailable, "sandbox", 0, "gone"}; });
  const auto broken = api.Call("GET", "/readyz");
  EXPECT_EQ(broken->response.status, 503);
  EXPECT_THAT(broken->response.body, HasSubstr("gone"));
  api.service.SetSandboxHealth(nullptr);
  api.service.node().End("the server is shutting down");
  EXPECT_EQ(api.Call("GET", "/readyz")->response.status, 503);
  EXPECT_EQ(api.Call("GET", "/healthz")->response.status, 200);
}

TEST(Metrics, CountsWhatHappened) {
  ApiFixture api;
  Submission submission;
  submission.language = "cpp";
  SubmissionResult result;
  result.verdict = Verdict::kWrongAnswer;
  result.cause = Cause::kCandidate;
  result.total_time = std::chrono::milliseconds(30);
  api.metrics.OnSubmission(submission, result);
  api.metrics.OnSubmission(submission, result);
  TestResult broken;
  broken.cause = Cause::kProblem;
  broken.reason = Reason::kCheckerCrashed;
  result.tests = {broken};
  result.separation = "none";
  submission.problem = std::make_shared<Problem>();
  api.metrics.OnSubmission(submission, result);
  auto named = std::make_shared<Problem>();
  named->identity = std::string(64, 'a');
  submission.problem = named;
  result.tests[0].cause = Cause::kCandidate;
  result.tests[0].reason = Reason::kCheckerFailedOnOutput;
  api.metrics.OnSubmission(submission, result);
  RunResult run = Exited(0);
  run.cpu_time = std::chrono::milliseconds(20);
  api.metrics.OnRun("cpp", "test", run);
  api.metrics.OnRunnerError({ErrorCode::kInternal, "sandbox.\"odd\"", 0, ""});
  api.metrics.OnHttp("/run_code", 200, std::chrono::milliseconds(1));
  api.sink.engine_stats.queued_submissions = 5;
  const std::string page = api.Call("GET", "/metrics")->response.body;
  for (const char* line :
       {"assay_submissions_total{verdict=\"WA\",cause=\"candidate\",language=\"cpp\"} 4\n",
        "assay_judge_faults_total{cause=\"problem\",reason=\"checker_crashed\",problem="
        "\"unnamed\"} 1\n",
        "assay_judge_faults_total{cause=\"candidate\",reason=\"checker_failed_on_output\",problem="
        "\"aaaaaaaaaaaaaaaa\"} 1\n",
        "assay_unseparated_total{verdict=\"WA\"} 2\n",
        "assay_runs_total{language=\"cpp\",purpose=\"test\",status=\"exited\"} 1\n",
        "assay_run_cpu_seconds_bucket{language=\"cpp\",purpose=\"test\",le=\"0.01\"} 0\n",
        "assay_run_cpu_seconds_bucket{language=\"cpp\",purpose=\"test\",le=\"0.025\"} 1\n",
        "assay_run_cpu_seconds_bucket{language=\"cpp\",purpose=\"test\",le=\"+Inf\"} 1\n",
        "assay_runner_errors_total{stage=\"sandbox.\\\"odd\\\"\"} 1\n",
        "assay_http_requests_total{route=\"/run_code\",status=\"200\"} 1\n",
        "assay_queue_seconds_bucket{le=\"0.001\"} 4\n", "assay_queued_submissions 5\n"}) {
    EXPECT_THAT(page, HasSubstr(line));
  }
  EXPECT_THAT(page, HasSubstr("process_resident_memory_bytes "));
}

TEST(Router, TellsItsObserverHowItWent) {
  std::vector<std::string> seen;
  Router router([&](std::string_view route, int status, Nanoseconds, auto) {
    seen.push_back(std::string(route) + " " + std::to_string(status));
  });
  router.Add("GET", "/drop", [](auto, HttpReplyPtr) {});
  router.Add("GET", "/stream", [](auto, HttpReplyPtr reply) {
    reply->Begin({});
    reply->End();
  });
  for (const char* path : {"/drop", "/stream", "/unknown"}) {
    auto request = std::make_shared<HttpRequest>();
    request->method = "GET";
    request->path = path;
    router.Handle(request, std::make_shared<CapturedReply>());
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"/drop 499", "/stream 200", "other 404"}));
}

}  // namespace
}  // namespace assay
