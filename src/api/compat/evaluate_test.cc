#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/compat/evaluate_result.h"
#include "api/testing.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kBatch[] = "/common_evaluate_batch";
constexpr char kList[] = "/common_evaluate";

// A request about these test cases, with more members of config and extra when given.
std::string Request(const std::string& cases, const std::string& extra = "",
                    const std::string& config = R"("language":"python")") {
  return R"({"completion":"```python\nsolve\n```","config":{)" + config +
         R"(,"provided_data":{"test_cases":)" + cases + R"(},"extra":{)" + extra + "}}}";
}

constexpr char kTwoCases[] =
    R"({"type":"stdin_stdout","fn_name":null,"input":["1","2"],"output":["a","b"]})";

SubmissionResult Judged(const std::vector<TestResult>& tests) {
  SubmissionResult result;
  result.verdict = Verdict::kAccepted;
  result.cause = Cause::kCandidate;
  result.tests = tests;
  for (const TestResult& test : tests) {
    if (test.verdict != Verdict::kAccepted && test.verdict != Verdict::kSkipped) {
      result.verdict = test.verdict;
    }
  }
  return result;
}

TEST(Evaluate, AnswersEveryKeyInTheContractsOrder) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    return Judged({Executed(Verdict::kAccepted, Exited(0, "a")),
                   Executed(Verdict::kWrongAnswer, Exited(0, "x"))});
  };
  const auto reply = api.Post(kBatch, Request(kTwoCases));
  EXPECT_EQ(reply->response.status, 200);
  const std::string exec =
      R"({"status":"Success","message":"","compile_result":null,"run_result":{"status":)"
      R"("Finished","execution_time":0.25,"return_code":0,"stdout":"%","stderr":""},)"
      R"("executor_pod_name":null,"files":{}})";
  const auto with = [&](const char* out) {
    return std::string(exec).replace(exec.find('%'), 1, out);
  };
  EXPECT_EQ(reply->response.body,
            R"({"id":0,"accepted":false,"extracted_code":"solve","full_code":null,)"
            R"("test_code":null,"tests":[{"passed":true,"exec_info":)" +
                with("a") +
                R"(,"test_info":{"input":{"stdin":"1"},"output":{"stdout":"a"}}},)"
                R"({"passed":false,"exec_info":)" +
                with("x") +
                R"(,"test_info":{"input":{"stdin":"2"},"output":{"stdout":"b"}}}],)"
                R"("extracted_type":"fenced","extra":null})");
}

TEST(Evaluate, HandsOverWhatWasAsked) {
  ApiFixture api;
  api.Post(kBatch, Request(kTwoCases,
                           R"("run_all_cases":true,"total_timeout":30,"profile":"scalebox",)"
                           R"("special_judge_program":"exit","special_judge_language":null,)"
                           R"("force_special_judge":true)",
                           R"("language":"python","run_timeout":1.5,"compile_timeout":null,)"
                           R"("mem_limit":2048,"dataset_type":"x")"));
  ASSERT_EQ(api.sink.submissions.size(), 1u);
  const Submission& submission = api.sink.submissions[0];
  EXPECT_EQ(submission.code, "solve");
  EXPECT_EQ(submission.stop, StopPolicy::kRunAll);
  EXPECT_EQ(submission.total_timeout, std::chrono::seconds(30));
  EXPECT_EQ(submission.limits.cpu_time, std::chrono::milliseconds(1500));
  EXPECT_EQ(submission.compile_limits.cpu_time, std::chrono::seconds(10));
  EXPECT_EQ(submission.limits.memory_bytes, 2048 << 10);
  const Problem& problem = *submission.problem;
  EXPECT_EQ(problem.comparison.profile, Profile::kScaleBox);
  EXPECT_EQ(problem.tests[1].input->view(), "2");
  EXPECT_EQ(problem.tests[1].expected->view(), "b");
  ASSERT_TRUE(problem.checker);
  EXPECT_EQ(problem.checker->language, "python");
  EXPECT_TRUE(problem.checker->always);
}

TEST(Evaluate, ASpecialJudgeOfTestlibIsKnownByItsInclude) {
  ApiFixture api;
  api.Post(kBatch, Request(kTwoCases, R"("special_judge_program":"#include \"testlib.h\"")"));
  api.Post(kBatch, Request(kTwoCases, R"("special_judge_program":"exit")"));
  api.Post(kBatch, Request(kTwoCases, R"("special_judge_program":"#include \"testlib.h\"",)"
                                      R"("special_judge_language":"python")"));
  ASSERT_EQ(api.sink.submissions.size(), 3u);
  EXPECT_EQ(api.sink.submissions[2].problem->checker->kind, CheckerKind::kScaleBox);
  EXPECT_FALSE(api.sink.submissions[2].problem->checker->always);
  const Checker& first = *api.sink.submissions[0].problem->checker;
  EXPECT_EQ(first.kind, CheckerKind::kTestlib);
  EXPECT_EQ(first.language, "cpp");
  EXPECT_TRUE(first.always);
  EXPECT_EQ(api.sink.submissions[1].problem->checker->kind, CheckerKind::kScaleBox);
}

TEST(Evaluate, HasTheContractsDefaults) {
  ApiFixture api;
  api.Post(kBatch, Request(kTwoCases));
  api.Post(kBatch, Request(kTwoCases, "", R"("language":"cpp")"));
  api.Post(kBatch, Request(kTwoCases, "", R"("language":"bash","memory_limit_mb":64)"));
  ASSERT_EQ(api.sink.submissions.size(), 3u);
  EXPECT_EQ(api.sink.submissions[0].total_timeout, std::chrono::seconds(1000));
  EXPECT_EQ(api.sink.submissions[0].limits.cpu_time, std::chrono::seconds(10));
  EXPECT_EQ(api.sink.submissions[0].limits.memory_bytes, 0);
  EXPECT_EQ(api.sink.submissions[0].stop, StopPolicy::kFirstFailure);
  EXPECT_EQ(api.sink.submissions[0].problem->comparison.profile, Profile::kCompat);
  EXPECT_EQ(api.sink.submissions[1].total_timeout, std::chrono::seconds(300));
  EXPECT_EQ(api.sink.submissions[2].limits.cpu_time, std::chrono::seconds(20));
  EXPECT_EQ(api.sink.submissions[2].limits.memory_bytes, 64 << 20);
}

TEST(Evaluate, FunctionCallsPassTheirSourceOn) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    return Judged(
        {Executed(Verdict::kAccepted, Exited(0)), Executed(Verdict::kWrongAnswer, Exited(0))});
  };
  const auto reply = api.Post(
      kBatch,
      Request(R"({"type":"function_call","fn_name":"f","input":[[12345678901234567890,1.10],)"
              R"(["é"]],"output":[[true],[NaN]]})"));
  ASSERT_EQ(api.sink.submissions.size(), 1u);
  const Problem& problem = *api.sink.submissions[0].problem;
  EXPECT_EQ(problem.mode, ProblemMode::kFunctionCall);
  EXPECT_EQ(problem.function_name, "f");
  EXPECT_EQ(problem.tests[0].input->view(), "[12345678901234567890,1.10]");
  EXPECT_EQ(problem.tests[0].expected->view(), "true");
  EXPECT_EQ(problem.tests[1].expected->view(), "NaN");
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"("test_info":{"type":"function_call","fn_name":"f",)"
                        R"("input":[12345678901234567890,1.10],"output":[true]})"));
  EXPECT_THAT(reply->response.body, HasSubstr(R"({"status":"Failed","message":"Wrong Answer")"));
}

TEST(Evaluate, AnswersAreJsonWhateverTheCasesHold) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    return Judged({Executed(Verdict::kAccepted, Exited(0))});
  };
  const auto reply = api.Post(
      kBatch, Request(R"({"type":"function_call","fn_name":"f",)"
                      R"("input":[["NaN",[NaN, {"a":-Infinity}]]],"output":[[Infinity]]})"));
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"("input":["NaN",[null, {"a":null}]],"output":[null]})"));
  // The program gets what was sent.
  const TestCase& test = api.sink.submissions.at(0).problem->tests[0];
  EXPECT_EQ(test.input->view(), R"(["NaN",[NaN, {"a":-Infinity}]])");
  EXPECT_EQ(test.expected->view(), "Infinity");
}

TEST(Evaluate, JsonInputHasOneArgumentALine) {
  ApiFixture api;
  api.Post(kBatch, Request(R"({"type":"function_call","fn_name":"f","json_input":true,)"
                           R"("input":["[1,2]\n\"x\""],"output":["{\"a\":1}"]})"));
  ASSERT_EQ(api.sink.submissions.size(), 1u);
  EXPECT_EQ(api.sink.submissions[0].problem->tests[0].input->view(), R"([[1,2],"x"])");
  EXPECT_EQ(api.sink.submissions[0].problem->tests[0].expected->view(), R"({"a":1})");
}

TEST(Evaluate, JsonInputIsTrueAsInPython) {
  const auto sees_lines = [](const std::string& json_input) {
    ApiFixture api;
    const std::string rest = R"(,"input":["[1]\n2"],"output":["3"])";
    api.Post(kBatch, Request(R"({"type":"function_call","fn_name":"f","json_input":)" + json_input +
                             rest + "}"));
    api.Post(kList, Request(R"([{"fn_name":"f","json_input":)" + json_input +
                            R"(,"input":"[1]\n2","output":"3"}])"));
    // Without json_input such a text is refused, as no list of arguments.
    EXPECT_NE(api.sink.submissions.size(), 1u) << json_input;
    for (const Submission& submission : api.sink.submissions) {
      EXPECT_EQ(submission.problem->tests[0].input->view(), "[[1],2]") << json_input;
    }
    return !api.sink.submissions.empty();
  };
  for (const char* value :
       {"true", "1", "0.5", "NaN", "\"true\"", "\"false\"", "[0]", R"({"a":0})"}) {
    EXPECT_TRUE(sees_lines(value)) << value;
  }
  for (const char* value : {"false", "null", "0", "-0.0", "\"\"", "[]", "{}"}) {
    EXPECT_FALSE(sees_lines(value)) << value;
  }
}

TEST(Evaluate, JsonInputIsRepeatedDecoded) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    return Judged({Executed(Verdict::kAccepted, Exited(0))});
  };
  const auto reply =
      api.Post(kBatch, Request(R"({"type":"function_call","fn_name":"f","json_input":true,)"
                               R"("input":["[1,2]\n\"x\""],"output":["{\"a\":1}"]})"));
  EXPECT_THAT(reply->response.body, HasSubstr(R"("input":[[1,2],"x"],"output":[{"a":1}]})"));
}

TEST(Evaluate, ACaseWithoutAnExpectedValueFailsAlone) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    return Judged({Executed(Verdict::kAccepted, Exited(0)), Executed(Verdict::kAccepted, Exited(0)),
                   Executed(Verdict::kAccepted, Exited(0))});
  };
  const std::string cases =
      R"({"type":"function_call","fn_name":"f","input":[[1],[2],[3]],"output":[[1],[],[3]]})";
  const auto all = api.Post(kBatch, Request(cases, R"("run_all_cases":true)"));
  EXPECT_EQ(all->response.status, 200);
  EXPECT_THAT(all->response.body, HasSubstr(R"("accepted":false)"));
  EXPECT_THAT(all->response.body,
              HasSubstr(R"({"passed":false,"exec_info":{"status":"Failed","message":)"
                        R"("config.provided_data.test_cases.output[1] is an empty list)"));
  EXPECT_THAT(all->response.body, HasSubstr(R"("input":[3],"output":[3]})"));
  const auto first = api.Post(kBatch, Request(cases));
  EXPECT_THAT(first->response.body, Not(HasSubstr(R"("input":[3])")));
  // No evidence at all is no pass, and no failure of the program's either.
  const auto none = api.Post(
      kBatch, Request(R"({"type":"function_call","fn_name":"f","input":[[1]],"output":[[]]})"));
  EXPECT_EQ(none->response.status, 400);
  EXPECT_THAT(none->response.body, HasSubstr("output[0]"));
}

TEST(Evaluate, AssertsInBothForms) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    return Judged({Executed(Verdict::kAccepted, Exited(0))});
  };
  const auto human =
      api.Post(kBatch, Request(R"({"type":"assert","test":"def check(f): assert f() == 1",)"
                               R"("entry_point":"f"})"));
  const auto mbpp =
      api.Post(kBatch, Request(R"({"type":"assert","test_list":["assert g","assert np.abs"]})"));
  ASSERT_EQ(api.sink.submissions.size(), 2u);
  EXPECT_EQ(api.sink.submissions[0].problem->function_name, "f");
  EXPECT_THAT(api.sink.submissions[0].problem->assert_setup_code, Not(HasSubstr("numpy")));
  EXPECT_THAT(human->response.body, HasSubstr("check(f)\\n\""));
  EXPECT_THAT(human->response.body, HasSubstr(R"("test_info":null)"));
  EXPECT_EQ(api.sink.submissions[1].problem->assert_code, "assert g\nassert np.abs\n");
  EXPECT_THAT(api.sink.submissions[1].problem->assert_setup_code, HasSubstr("numpy"));
  EXPECT_THAT(mbpp->response.body, HasSubstr(R"("accepted":true)"));
}

TEST(Evaluate, NullInputIsEmpty) {
  ApiFixture api;
  api.Post(kBatch, Request(R"({"type":"stdin_stdout","input":[null],"output":["1"]})"));
  ASSERT_EQ(api.sink.submissions.size(), 1u);
  EXPECT_EQ(api.sink.submissions[0].problem->tests[0].input->view(), "");
}

TEST(Evaluate, ListFormOfBothKinds) {
  ApiFixture api;
  api.Post(kList, R"({"completion":"x","config":{"language":"python","provided_data":{"test":)"
                  R"([{"input":{"stdin":"1"},"output":{"stdout":"2"}}]}}})");
  api.Post(kList, Request(R"([{"type":"function_call","fn_name":"f","input":[1],"output":[2]}])"));
  ASSERT_EQ(api.sink.submissions.size(), 2u);
  EXPECT_EQ(api.sink.submissions[0].problem->tests[0].expected->view(), "2");
  EXPECT_EQ(api.sink.submissions[1].problem->mode, ProblemMode::kFunctionCall);
}

TEST(Evaluate, ListsTestsUpToTheFirstFailure) {
  ApiFixture api;
  TestResult skipped;
  skipped.reason = Reason::kEarlierTestFailed;
  api.sink.answer = [&](const Submission&) {
    return Judged({Executed(Verdict::kWrongAnswer, Exited(0, "no")), skipped});
  };
  const auto reply = api.Post(kBatch, Request(kTwoCases));
  EXPECT_THAT(reply->response.body, HasSubstr(R"("accepted":false)"));
  EXPECT_THAT(reply->response.body, Not(HasSubstr(R"({"stdin":"2"})")));
}

TEST(Evaluate, TimeoutsCarryThePeersWords) {
  ApiFixture api;
  TestResult late;
  late.reason = Reason::kTotalTimeout;
  RunResult slow = Exited(0, "half");
  slow.status = RunStatus::kCpuLimit;
  api.sink.answer = [&](const Submission&) {
    return Judged({Executed(Verdict::kTimeLimit, slow), late});
  };
  const auto reply = api.Post(kBatch, Request(kTwoCases, R"("run_all_cases":true)"));
  EXPECT_THAT(reply->response.body, HasSubstr(R"({"status":"Failed","message":"Case Timeout")"));
  EXPECT_THAT(reply->response.body,
              HasSubstr(R"({"passed":false,"exec_info":{"status":"SandboxError","message":)"
                        R"("Total Timeout","compile_result":null,"run_result":null)"));
  EXPECT_THAT(reply->response.body, HasSubstr(R"({"stdin":"2"})"));
}

TEST(Evaluate, CompileErrorFailsEveryCase) {
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    SubmissionResult result;
    result.verdict = Verdict::kCompileError;
    result.cause = Cause::kCandidate;
    result.compile = Exited(1, "", "bad");
    result.tests.resize(2);
    return result;
  };
  const auto all =
      api.Post(kBatch, Request(kTwoCases, R"("run_all_cases":true)", R"("language":"cpp")"));
  EXPECT_THAT(all->response.body, HasSubstr(R"({"stdin":"2"})"));
  EXPECT_THAT(all->response.body, HasSubstr(R"("stderr":"bad"},"run_result":null)"));
  const auto first = api.Post(kBatch, Request(kTwoCases, "", R"("language":"cpp")"));
  EXPECT_THAT(first->response.body, Not(HasSubstr(R"({"stdin":"2"})")));
}

TEST(Evaluate, ACompletionWithoutAProgramFailsItsCases) {
  ApiFixture api;
  api.sink.answer = [](const Submission& submission) {
    EXPECT_TRUE(submission.from_response);
    SubmissionResult result;
    result.verdict = Verdict::kWrongAnswer;
    result.cause = Cause::kCandidate;
    result.reason = Reason::kNoCode;
    TestResult skipped;
    skipped.reason = Reason::kNoCode;
    skipped.message = "there is no program";
    result.tests = {skipped, skipped};
    return result;
  };
  const auto first = api.Post(kBatch, Request(kTwoCases));
  EXPECT_THAT(first->response.body, HasSubstr(R"("accepted":false)"));
  EXPECT_THAT(first->response.body, HasSubstr(R"("status":"Failed","message":"there is no pro)"));
  EXPECT_THAT(first->response.body, Not(HasSubstr(R"({"stdin":"2"})")));
  const auto all = api.Post(kBatch, Request(kTwoCases, R"("run_all_cases":true)"));
  EXPECT_THAT(all->response.body, HasSubstr(R"({"stdin":"2"})"));
  EXPECT_THAT(all->response.body, Not(HasSubstr(R"("passed":true)")));
}

TEST(Evaluate, OurFaultsAreNeverAZero) {
  ApiOptions options;
  options.desk.beyond = {};
  ApiFixture api(options);
  api.sink.answer = [](const Submission&) {
    SubmissionResult result;
    result.message = "the box died";
    result.tests.resize(2);
    return result;
  };
  EXPECT_EQ(api.Post(kBatch, Request(kTwoCases))->response.status, 500);
  api.sink.answer = [](const Submission&) {
    TestResult broken;
    broken.verdict = Verdict::kInternalError;
    broken.cause = Cause::kInfrastructure;
    return Judged({Executed(Verdict::kWrongAnswer, Exited(0)), broken});
  };
  EXPECT_EQ(api.Post(kBatch, Request(kTwoCases, R"("run_all_cases":true)"))->response.status, 500);
  api.sink.refuse = [](size_t) { return Error{ErrorCode::kUnavailable, "", 0, "full"}; };
  EXPECT_EQ(api.Post(kBatch, Request(kTwoCases))->response.status, 504);
}

TEST(Evaluate, ShortensOnlyPassedCases) {
  const std::string longer(1001, 'x');
  EXPECT_EQ(ShortenCase(longer), std::string(498, 'x') + "..." + std::string(498, 'x'));
  EXPECT_EQ(ShortenCase(std::string(1000, 'x')), std::string(1000, 'x'));
  std::string accents;
  for (int i = 0; i < 1001; ++i) accents += "é";
  EXPECT_EQ(ShortenCase(accents).size(), 2 * 2 * 498u + 3);
  ApiFixture api;
  api.sink.answer = [](const Submission&) {
    return Judged({Executed(Verdict::kAccepted, Exited(0))});
  };
  const std::string cases =
      R"({"type":"stdin_stdout","input":[")" + longer + R"("],"output":["a"]})";
  EXPECT_THAT(api.Post(kBatch, Request(cases))->response.body, HasSubstr("x...x"));
  EXPECT_THAT(api.Post(kBatch, Request(cases, R"("return_full_case":true)"))->response.body,
              HasSubstr(longer));
}

TEST(Evaluate, NamesWhatIsWrong) {
  struct Bad {
    std::string body;
    int status;
    const char* text;
  };
  const std::string config = R"("language":"python")";
  const Bad cases[] = {
      {"{}", 422, R"(["body","completion"])"},
      {R"({"completion":"x","config":[]})", 422, R"(["body","config"])"},
      {Request(kTwoCases, "", R"("language":"klingon")"), 422, R"(["body","config","language"])"},
      {Request(kTwoCases, "", R"("language":null)"), 400,
       "config.language field must exist, got None"},
      {Request(kTwoCases, "", R"("language":"python","run_timeout":"x")"), 422, "float_parsing"},
      {R"({"completion":"x","config":{"language":"python","extra":null}})", 422, "dict_type"},
      {R"({"completion":"x","id":[],"config":{"language":"python"}})", 422, R"(["body","id"])"},
      {R"({"completion":"x","config":{"language":"python"}})", 400, "provided_data"},
      {Request(kTwoCases, R"("total_timeout":"never")"), 400, "config.extra.total_timeout"},
      {Request(kTwoCases, R"("total_timeout":0)"), 400, "config.extra.total_timeout"},
      {Request(kTwoCases, R"("profile":"strict")"), 400, "config.extra.profile"},
      {Request(kTwoCases, R"("special_judge_program":"x","special_judge_language":"abc")"), 400,
       "config.extra.special_judge_language"},
      {Request(kTwoCases, "", config + R"(,"custom_extract_logic":"import os")"), 400,
       "custom_extract_logic"},
      {Request("[]"), 400, "test_cases must be an object"},
      {Request(R"({"input":[],"output":[]})"), 400, "test_cases.type"},
      {Request(R"({"type":"magic","input":[],"output":[]})"), 400, "magic"},
      {Request(R"({"type":"stdin_stdout","input":[],"output":[]})"), 400, "no cases"},
      {Request(R"({"type":"stdin_stdout","input":["1"],"output":[]})"), 400, "1 entries"},
      {Request(R"({"type":"stdin_stdout","input":[1],"output":["1"]})"), 400, ".input[0]"},
      {Request(R"({"type":"stdin_stdout","input":["\udc00"],"output":["1"]})"), 400, "surrogate"},
      {Request(R"({"type":"function_call","fn_name":null,"input":[[1]],"output":[[1]]})"), 400,
       "fn_name"},
      {Request(R"({"type":"function_call","fn_name":"f","input":[3],"output":[[1]]})"), 400,
       ".input[0]"},
      {Request(R"({"type":"function_call","fn_name":"f","input":[[3]],"output":[[]]})"), 400,
       ".output[0]"},
      {Request(R"({"type":"assert","tests":"x"})"), 400, ".test is missing"},
      {Request(R"({"type":"assert","test":" ","entry_point":"f"})"), 400, "no asserts"},
      {Request(R"({"type":"assert","test":"x","entry_point":"f"})", "", R"("language":"cpp")"), 400,
       "python only"},
      {Request(kTwoCases, "", R"("language":"cuda")"), 400, "'cuda'"},
  };
  ApiFixture api;
  for (const Bad& bad : cases) {
    const auto reply = api.Post(kBatch, bad.body);
    EXPECT_EQ(reply->response.status, bad.status) << bad.body << reply->response.body;
    EXPECT_THAT(reply->response.body, HasSubstr(bad.text)) << bad.body;
  }
  EXPECT_EQ(api.Post(kList, Request("[]"))->response.status, 400);
  EXPECT_TRUE(api.sink.submissions.empty());
}

}  // namespace
}  // namespace assay
