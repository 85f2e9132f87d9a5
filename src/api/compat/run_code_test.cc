#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/testing.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

SubmissionResult Ran(RunResult run) {
  SubmissionResult result;
  result.verdict = Verdict::kAccepted;
  result.cause = Cause::kCandidate;
  result.tests = {Executed(Verdict::kAccepted, std::move(run))};
  return result;
}

TEST(RunCode, AnswersEveryKeyInTheContractsOrder) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) { return Ran(Exited(0, "4\n")); };
  const auto reply = api.Post("/run_code", R"({"code":"x","language":"python"})");
  EXPECT_EQ(reply->response.status, 200);
  EXPECT_EQ(reply->response.body,
            R"({"status":"Success","message":"","compile_result":null,"run_result":)"
            R"({"status":"Finished","execution_time":0.25,"return_code":0,"stdout":"4\n",)"
            R"("stderr":""},"executor_pod_name":null,"files":{}})");
  EXPECT_EQ(reply->ends, 1);
}

TEST(RunCode, HandsOverWhatWasAsked) {
  ApiOptions options;
  options.limits.output_bytes = 1234;
  ApiFixture api(options);
  api.Post("/run_code", R"({"code":"a","language":"cpp","run_timeout":"2.5","compile_timeout":3,)"
                        R"("memory_limit_MB":"512","stdin":"x\ny","files":{"a/b":"aGk=","c":null,)"
                        R"("IGNORE_THIS_FILE":"zz"},"fetch_files":["out"],"unknown":[1,{}]})");
  ASSERT_EQ(api.sink.submissions.size(), 1u);
  const Submission& submission = api.sink.submissions[0];
  EXPECT_EQ(submission.language, "cpp");
  EXPECT_EQ(submission.problem->mode, ProblemMode::kRun);
  EXPECT_EQ(submission.problem->tests[0].input->view(), "x\ny");
  EXPECT_EQ(submission.limits.cpu_time, std::chrono::milliseconds(2500));
  EXPECT_EQ(submission.limits.wall_time, std::chrono::milliseconds(2500));
  EXPECT_EQ(submission.limits.memory_bytes, 512 << 20);
  EXPECT_EQ(submission.limits.output_bytes, 1234);
  EXPECT_EQ(submission.compile_limits.cpu_time, std::chrono::seconds(3));
  EXPECT_EQ(submission.compile_limits.memory_bytes, 2LL << 30);
  ASSERT_EQ(submission.files.size(), 1u);
  EXPECT_EQ(submission.files.at("a/b")->view(), "hi");
  EXPECT_EQ(submission.fetch_files, std::vector<std::string>{"out"});
}

TEST(RunCode, DefaultsToPythonWithoutMemoryLimit) {
  ApiFixture api;
  api.Post("/run_code", R"({"code":"a","stdin":null,"files":{},"fetch_files":[]})");
  ASSERT_EQ(api.sink.submissions.size(), 1u);
  EXPECT_EQ(api.sink.submissions[0].language, "python");
  EXPECT_EQ(api.sink.submissions[0].limits.memory_bytes, 0);
  EXPECT_EQ(api.sink.submissions[0].limits.cpu_time, std::chrono::seconds(10));
  EXPECT_EQ(api.sink.submissions[0].problem->tests[0].input->size(), 0u);
}

TEST(RunCode, MemoryIsNoneOrWhatAnEngineTakes) {
  const std::pair<const char*, int64_t> cases[] = {{"-1", 0},
                                                   {"0", 0},
                                                   {"-1e13", 0},
                                                   {"-1e300", 0},
                                                   {"1e6", 1'000'000LL << 20},
                                                   {"1e13", 1LL << 40},
                                                   {"1e300", 1LL << 40}};
  for (const auto& [asked, bytes] : cases) {
    ApiFixture api;
    api.Post("/run_code", std::string(R"({"code":"a","memory_limit_MB":)") + asked + "}");
    ASSERT_EQ(api.sink.submissions.size(), 1u) << asked;
    EXPECT_EQ(api.sink.submissions[0].limits.memory_bytes, bytes) << asked;
  }
}

struct EndCase {
  RunStatus status;
  int code_or_signal;
  const char* top;
  const char* run_status;
  const char* return_code;
};

TEST(RunCode, MapsEveryEnd) {
  const EndCase cases[] = {
      {RunStatus::kExited, 3, "Failed", "Finished", "3"},
      {RunStatus::kSignalled, 11, "Failed", "Finished", "-11"},
      {RunStatus::kCpuLimit, 9, "Failed", "TimeLimitExceeded", "null"},
      {RunStatus::kWallLimit, 9, "Failed", "TimeLimitExceeded", "null"},
      {RunStatus::kMemoryLimit, 9, "Failed", "Finished", "-9"},
      {RunStatus::kOutputLimit, 9, "Failed", "Finished", "-25"},
      {RunStatus::kStartFailed, 0, "Failed", "Finished", "127"},
  };
  for (const EndCase& end : cases) {
    ApiFixture api;
    api.sink.answer = [&](const Submission&) {
      RunResult run = Exited(end.code_or_signal, "partial");
      run.status = end.status;
      run.signal = end.code_or_signal;
      return Ran(run);
    };
    const auto reply = api.Post("/run_code", R"({"code":"x","language":"python"})");
    const std::string& body = reply->response.body;
    EXPECT_THAT(body, HasSubstr(std::string(R"({"status":")") + end.top)) << ToString(end.status);
    EXPECT_THAT(body, HasSubstr(std::string(R"("run_result":{"status":")") + end.run_status));
    EXPECT_THAT(body, HasSubstr(std::string(R"("return_code":)") + end.return_code + ","));
    EXPECT_THAT(body, HasSubstr(R"("stdout":"partial")"));
  }
}

TEST(RunCode, FilesOfTheRequestCanBeFetchedAfterACompileError) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    SubmissionResult result;
    result.verdict = Verdict::kCompileError;
    result.cause = Cause::kCandidate;
    result.compile = Exited(1, "", "no such type");
    return result;
  };
  const auto reply =
      api.Post("/run_code", R"({"code":"x","language":"cpp","files":{"a":"eA==","b":"eA=="},)"
                            R"("fetch_files":["./a","test"]})");
  EXPECT_THAT(reply->response.body, HasSubstr(R"("files":{"./a":"eA=="})"));
}

TEST(RunCode, CompileErrorHasNoRunResult) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    SubmissionResult result;
    result.verdict = Verdict::kCompileError;
    result.cause = Cause::kCandidate;
    result.compile = Exited(1, "", "no such type");
    result.tests.resize(1);
    return result;
  };
  const auto reply = api.Post("/run_code", R"({"code":"x","language":"cpp"})");
  EXPECT_THAT(reply->response.body, HasSubstr(R"({"status":"Failed","message":"")"));
  EXPECT_THAT(reply->response.body, HasSubstr(R"("stderr":"no such type"},"run_result":null)"));
}

TEST(RunCode, NoTimeIsOverAtOnce) {
  ApiFixture api;
  const auto run = api.Post("/run_code", R"({"code":"x","language":"python","run_timeout":-1})");
  EXPECT_THAT(run->response.body, HasSubstr(R"("run_result":{"status":"TimeLimitExceeded")"));
  const auto compile =
      api.Post("/run_code", R"({"code":"x","language":"cpp","compile_timeout":0})");
  EXPECT_THAT(compile->response.body,
              HasSubstr(R"("compile_result":{"status":"TimeLimitExceeded")"));
  EXPECT_THAT(compile->response.body, HasSubstr(R"("run_result":null)"));
  // Interpreted languages have no compile step to time out.
  api.Post("/run_code", R"({"code":"x","language":"python","compile_timeout":0})");
  EXPECT_EQ(api.sink.submissions.size(), 1u);
}

TEST(RunCode, BytesThatAreNoTextAreReplaced) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    return Ran(Exited(0,
                      "a\xff"
                      "b"));
  };
  const auto reply = api.Post("/run_code", R"({"code":"x","language":"python"})");
  EXPECT_THAT(reply->response.body, HasSubstr("\"stdout\":\"a\xEF\xBF\xBD"
                                              "b\""));
}

TEST(RunCode, ReturnsFetchedFilesAndPodName) {
  ApiOptions options;
  options.pod_name = "node-7";
  ApiFixture api(options);
  api.sink.answer = [](const Submission&) {
    RunResult run = Exited(0);
    run.files["out.bin"] = Blob::FromString("hi");
    return Ran(run);
  };
  const auto reply = api.Post("/run_code", R"({"code":"x","fetch_files":["out.bin"]})");
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"("executor_pod_name":"node-7","files":{"out.bin":"aGk="})"));
}

TEST(RunCode, WhatCannotRunIsASandboxErrorThatSaysWhy) {
  ApiFixture api;
  const std::pair<const char*, const char*> cases[] = {
      {R"({"code":"x","language":"cuda"})", "'cuda'"},
      {R"({"code":"x","language":"java"})", "install a JDK"},
      {R"({"code":"x","files":{"a":"abcde"}})", "files[a] is not valid base64"},
  };
  for (const auto& [body, message] : cases) {
    const auto reply = api.Post("/run_code", body);
    EXPECT_EQ(reply->response.status, 200);
    EXPECT_THAT(reply->response.body, HasSubstr(R"({"status":"SandboxError")"));
    EXPECT_THAT(reply->response.body, HasSubstr(message));
  }
  EXPECT_TRUE(api.sink.submissions.empty());
}

TEST(RunCode, WhatMustBeProvenRunsOnceItIs) {
  SelfTestBoard board;
  ApiOptions options;
  options.self_tests = &board;
  ApiFixture api(options);
  api.sink.answer = [](const Submission&) { return Ran(Exited(0)); };
  const auto status = [&] {
    const auto reply = api.Post("/run_code", R"({"code":"x","language":"cuda"})");
    return reply->response.body.substr(0, reply->response.body.find(','));
  };
  EXPECT_EQ(status(), R"({"status":"SandboxError")");
  board.Set("cuda", {SelfTestState::kFailed, "no GPU"});
  EXPECT_EQ(status(), R"({"status":"SandboxError")");
  board.Set("cuda", {SelfTestState::kPassed, ""});
  EXPECT_EQ(status(), R"({"status":"Success")");
  EXPECT_THAT(api.Call("GET", "/v1/info")->response.body,
              HasSubstr(R"("self_test":"off","self_test_problem":"")"));
}

TEST(RunCode, InternalErrorIsASandboxError) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    SubmissionResult result;
    result.message = "the box died";
    return result;
  };
  const auto reply = api.Post("/run_code", R"({"code":"x"})");
  EXPECT_THAT(reply->response.body, HasSubstr(R"("status":"SandboxError")"));
  EXPECT_THAT(reply->response.body, HasSubstr("the box died"));
}

TEST(RunCode, OverloadIs504BecauseItsClientsRetryOnlyThat) {
  ApiOptions options;
  options.desk.beyond = {};  // else it comes late: see retry_desk_test.cc
  ApiFixture api(options);
  api.sink.refuse = [](size_t) {
    return Error{ErrorCode::kUnavailable, "engine.submit", 0, "the queue is full"};
  };
  const auto reply = api.Post("/run_code", R"({"code":"x"})");
  EXPECT_EQ(reply->response.status, 504);
  EXPECT_THAT(reply->response.headers,
              testing::Contains(std::pair<std::string, std::string>("retry-after", "7")));
}

TEST(RunCode, AClientThatLeftFindsItsWorkAgain) {
  ApiFixture api;
  const std::string body = R"({"code":"x"})";
  const auto first = api.Post("/run_code", body);
  first->on_disconnect();
  EXPECT_EQ(api.sink.tickets[0]->cancelled, 0);
  const auto second = api.Post("/run_code", body);
  ASSERT_EQ(api.sink.waiting.size(), 1u);
  SubmissionResult result;
  result.verdict = Verdict::kAccepted;
  result.cause = Cause::kCandidate;
  result.tests = {Executed(Verdict::kAccepted, Exited(0, "hi"))};
  api.sink.waiting[0](result);
  EXPECT_THAT(second->response.body, HasSubstr(R"("stdout":"hi")"));
  // Another text is another request.
  api.Post("/run_code", R"({"code": "x"})");
  EXPECT_EQ(api.sink.submissions.size(), 2u);
}

TEST(RunCode, CancelsWhenTheClientLeavesAndNoneComesBack) {
  ApiOptions options;
  options.desk.max_abandoned = 0;
  ApiFixture api(options);
  const auto reply = api.Post("/run_code", R"({"code":"x"})");
  ASSERT_TRUE(reply->on_disconnect);
  EXPECT_EQ(api.sink.tickets[0]->cancelled, 0);
  reply->on_disconnect();
  EXPECT_EQ(api.sink.tickets[0]->cancelled, 1);
}

TEST(RunCode, NamesEveryBadField) {
  const std::pair<const char*, std::vector<const char*>> cases[] = {
      {"", {R"("type":"missing")"}},
      {"{", {R"("type":"json_invalid")", R"("loc":["body",1])"}},
      {"[]", {R"("type":"dict_type")"}},
      {"{}", {R"("loc":["body","code"],"msg":"Field required","type":"missing","input":{})"}},
      {R"({"code":[1,{"a":null}]})", {R"("input":[1,{"a":null}])"}},
      {R"({"code":"x","files":{"a":{"NaN":1}}})", {R"("input":"{\"NaN\":1}")"}},
      {R"({"code":null})", {R"(["body","code"])", "string_type"}},
      {R"({"code":5,"language":"klingon","run_timeout":"soon","stdin":[]})",
       {R"(["body","code"])", R"(["body","language"])", "literal_error",
        R"(["body","run_timeout"])", "float_parsing", R"(["body","stdin"])"}},
      {R"({"code":"x","language":"js"})", {"literal_error"}},
      {R"({"code":"x","memory_limit_MB":1.5})",
       {R"(["body","memory_limit_MB"])", "int_from_float"}},
      {R"({"code":"x","memory_limit_MB":"big"})", {"int_parsing"}},
      {R"({"code":"x","run_timeout":NaN})", {R"(["body","run_timeout"])", "finite_number"}},
      {R"({"code":"\ud800"})", {R"(["body","code"])", "string_unicode"}},
      {R"({"code":"x","files":[]})", {R"(["body","files"])", "dict_type"}},
      {R"({"code":"x","files":{"a":1}})", {R"(["body","files","a"])", "string_type"}},
      {R"({"code":"x","fetch_files":"a"})", {R"(["body","fetch_files"])", "list_type"}},
      {R"({"code":"x","fetch_files":[1]})", {R"(["body","fetch_files",0])"}},
  };
  ApiFixture api;
  for (const auto& [body, wanted] : cases) {
    const auto reply = api.Post("/run_code", body);
    EXPECT_EQ(reply->response.status, 422) << body;
    for (const char* text : wanted) EXPECT_THAT(reply->response.body, HasSubstr(text)) << body;
    JsonError error;
    EXPECT_TRUE(JsonDocument::Parse(reply->response.body, &error)) << reply->response.body;
  }
  EXPECT_TRUE(api.sink.submissions.empty());
}

TEST(RunCode, LooksAtTheContentTypeAsThePeersDo) {
  ApiFixture api;
  const std::string body = R"({"code":"x"})";
  EXPECT_EQ(api.Call("POST", "/run_code", body, {{"content-type", "text/plain"}})->response.status,
            422);
  api.Call("POST", "/run_code", body, {{"content-type", "application/json; charset=utf-8"}});
  api.Call("POST", "/run_code", "\xEF\xBB\xBF" + body, {{"content-type", "application/x+json"}});
  // curl's -d, unless told otherwise.
  api.Call("POST", "/run_code", R"({"code":"y"})",
           {{"content-type", "application/x-www-form-urlencoded"}});
  EXPECT_EQ(api.sink.submissions.size(), 3u);
}

}  // namespace
}  // namespace assay
