// What the clients of trainers send, word for word, and what they read of the answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "api/testing.h"
#include "api/trainers/reward_request.h"
#include "base/text.h"

namespace assay {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kProgram = "```python\\nprint(sum(map(int, input().split())))\\n```";

SubmissionResult Judged(const Submission& submission, Verdict verdict) {
  SubmissionResult result;
  result.verdict = verdict;
  result.cause = Cause::kCandidate;
  result.score = verdict == Verdict::kAccepted ? 1 : 0;
  for (size_t i = 0; i < submission.problem->tests.size(); ++i) {
    result.tests.push_back(Executed(verdict, Exited(0, "x")));
  }
  return result;
}

SubmissionResult OurFailure() {
  SubmissionResult result;
  result.message = "the box broke";
  return result;
}

class TrainerRoutes : public ::testing::Test {
 protected:
  TrainerRoutes() {
    api_.sink.answer = [](const Submission& submission) {
      return Judged(submission, Verdict::kAccepted);
    };
  }
  // Math answers come from threads of their own.
  std::shared_ptr<CapturedReply> Post(const std::string& path, const std::string& body,
                                      const std::string& query = "") {
    auto request = std::make_shared<HttpRequest>();
    request->method = "POST";
    request->path = path;
    request->query = query;
    request->headers = {{"x-assay-run", "r1"}, {"x-assay-step", "7"}, {"x-assay-group", "g"}};
    request->body = body;
    auto reply = std::make_shared<CapturedReply>();
    api_.router.Handle(request, reply);
    for (int i = 0; i < 2000 && reply->ends == 0; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(reply->ends, 1) << path << " " << body;
    return reply;
  }
  std::string Body(const std::string& path, const std::string& body,
                   const std::string& query = "") {
    const auto reply = Post(path, body, query);
    EXPECT_EQ(reply->response.status, 200) << reply->response.body;
    return reply->response.body;
  }

  ApiFixture api_;
};

// ---- OpenRLHF ----

TEST_F(TrainerRoutes, OpenRlhfsOtherUrlsGetEmptyLists) {
  EXPECT_EQ(Body("/get_reward", R"({"query": [], "prompts": [], "labels": []})"),
            R"({"rewards":[],"scores":[],"extra_logs":{"assay_accepted":[]}})");
}

TEST_F(TrainerRoutes, OpenRlhfsMathAnswers) {
  EXPECT_EQ(
      Body("/get_reward",
           R"({"query": ["<|im_start|>user\nWhat is 6*7?<|im_end|>\nSo \\boxed{42}<|im_end|>",)"
           R"( "<s>6*7? \\boxed{41}</s>"],)"
           R"( "prompts": ["What is 6*7?", "6*7?"], "labels": ["42", 42]})"),
      R"({"rewards":[1.0,0.0],"scores":[1.0,0.0],"extra_logs":{"assay_accepted":[1.0,0.0]}})");
}

TEST_F(TrainerRoutes, AnAnswerInThePromptIsNotTheModels) {
  const std::string body = Body(
      "/get_reward",
      R"({"query": ["Write it as \\boxed{42}. I don't know."], "prompts": ["Write it as \\boxed{42}."],)"
      R"( "labels": ["42"]})");
  EXPECT_THAT(body, HasSubstr(R"("rewards":[0.0])"));
}

TEST_F(TrainerRoutes, OpenRlhfsProgramsBesideAnswers) {
  const std::string body = Body(
      "/get_reward", std::string(R"({"query": ["P )") + kProgram +
                         R"(<|endoftext|>", "Q \\boxed{5}"], "prompts": ["P", "Q"], "labels": [)"
                         R"("{\"inputs\": [\"1 2\\n\"], \"outputs\": [\"3\\n\"]}", "6"]})");
  EXPECT_THAT(body, HasSubstr(R"("rewards":[1.0,0.0])"));
  ASSERT_EQ(api_.sink.submissions.size(), 1u);
  const Submission& sent = api_.sink.submissions[0];
  EXPECT_EQ(sent.code, "print(sum(map(int, input().split())))");
  EXPECT_EQ(sent.problem->tests[0].expected->view(), "3\n");
  EXPECT_EQ(sent.origin.run, "r1");
  EXPECT_EQ(sent.origin.step, 7);
  EXPECT_EQ(sent.origin.group, "g");
}

TEST_F(TrainerRoutes, WhatIsNotUnderstoodIsNeverAReward) {
  for (const char* body :
       {R"({"query": ["x"], "prompts": ["x"]})",
        R"({"query": ["x"], "prompts": ["x"], "labels": []})",
        R"({"query": ["x"], "prompts": ["x"], "labels": [null]})",
        R"({"query": [null], "prompts": ["x"], "labels": ["1"]})",
        R"({"query": ["x"], "prompts": ["x"], "labels": [{"question": "?"}]})",
        R"({"query": ["x"], "prompts": ["x"], "labels": [{"inputs": [], "outputs": []}]})",
        R"({"query": ["x"], "prompts": ["x"], "labels": [{"inputs": ["1"], "outputs": []}]})"}) {
    const auto reply = Post("/get_reward", body);
    EXPECT_EQ(reply->response.status, 422) << body << reply->response.body;
    EXPECT_THAT(reply->response.body, ::testing::AnyOf(HasSubstr("labels"), HasSubstr("query")));
  }
}

TEST_F(TrainerRoutes, OneBadLabelIsNamed) {
  EXPECT_THAT(
      Post("/get_reward", R"({"query": ["a", "b"], "prompts": ["", ""], "labels": ["1", null]})")
          ->response.body,
      HasSubstr("labels[1] is null"));
}

// ---- slime ----

TEST_F(TrainerRoutes, SlimesRewardIsANumber) {
  EXPECT_EQ(Body("/rm", R"({"prompt": "6*7?", "response": "\\boxed{42}", "label": "42"})"), "1.0");
  EXPECT_EQ(Body("/rm", R"({"prompt": [{"role": "user"}], "response": "", "label": "42"})"), "0.0");
}

TEST_F(TrainerRoutes, SlimesRewardKeyTakesAMember) {
  EXPECT_EQ(
      Body("/rm", R"({"prompt": "", "response": "\\boxed{42}", "label": 42})", "reply=object"),
      R"({"score":1.0,"accepted":true,"verdict":"correct","reason":"equal",)"
      R"("origin":{"step":7,"run":"r1","group":"g"}})");
}

TEST_F(TrainerRoutes, WhoseRolloutItIsComesBackWherePossible) {
  const std::string origin = R"("origin":{"step":7,"run":"r1","group":"g"})";
  EXPECT_THAT(Body("/rm", R"({"response": "\\boxed{42}", "label": 42})", "reply=object"),
              HasSubstr(origin));
  EXPECT_THAT(Body("/rm",
                   std::string(R"({"response": ")") + kProgram +
                       R"(", "label": {"tests": [{"input": "1 2", "output": "3"}]}})",
                   "reply=object"),
              HasSubstr(origin));
  const std::string row = R"({"expected_answer": "1", "response": {"output": []})";
  EXPECT_THAT(Body("/verify", row + "}"), HasSubstr(origin));
  EXPECT_THAT(Body("/verify", row + R"(, "origin": "the row's"})"),
              AllOf(HasSubstr(R"("origin":"the row's")"), Not(HasSubstr(origin))));
}

TEST_F(TrainerRoutes, SharesAndProfilesAreInTheUrl) {
  const std::string program =
      std::string(R"({"prompt": "", "response": ")") + kProgram +
      R"(", "label": {"tests": [{"input": "1 2", "output": "3"}], "time_limit_s": 3}})";
  Body("/rm", program);
  EXPECT_EQ(api_.sink.submissions[0].stop, StopPolicy::kFirstFailure);
  EXPECT_EQ(api_.sink.submissions[0].limits.cpu_time, std::chrono::seconds(3));
  Body("/rm", program, "score=share");
  EXPECT_EQ(api_.sink.submissions[1].stop, StopPolicy::kRunAll);
  const auto reply = Post("/rm", program, "score=half");
  EXPECT_EQ(reply->response.status, 422);
  EXPECT_THAT(reply->response.body, HasSubstr("score=share"));
}

TEST_F(TrainerRoutes, LabelsOfManyShapes) {
  const auto mode = [&](const std::string& label) {
    Body("/rm", R"({"prompt": "", "response": "```python\nx\n```", "label": )" + label + "}");
    return api_.sink.submissions.back().problem->mode;
  };
  EXPECT_EQ(mode(R"({"problem": {"tests": [{"input": "1", "expected": "1"}]}, "language": "py"})"),
            ProblemMode::kStdinStdout);
  EXPECT_EQ(mode(R"([{"input": "1", "output": "1"}])"), ProblemMode::kStdinStdout);
  EXPECT_EQ(mode(R"("[{\"input\": \"1\", \"output\": \"1\"}]")"), ProblemMode::kStdinStdout);
  EXPECT_EQ(mode(R"(["assert f(1) == 1"])"), ProblemMode::kAssert);
  EXPECT_EQ(mode(R"({"ground_truth": {"inputs": ["[1]"], "outputs": ["2"], "fn_name": "f"}})"),
            ProblemMode::kFunctionCall);
  const size_t programs = api_.sink.submissions.size();
  // Lists of numbers are answers.
  EXPECT_EQ(Body("/rm", R"j({"response": "\\boxed{[1,2)}", "label": "[1,2)"})j"), "1.0");
  EXPECT_EQ(api_.sink.submissions.size(), programs);
}

TEST_F(TrainerRoutes, AProblemCanBeNamed) {
  const std::string name(64, 'a');
  const auto reply =
      Post("/rm", R"({"response": "x", "label": {"problem": {"sha256": ")" + name + R"("}}})");
  EXPECT_EQ(reply->response.status, 422);
  EXPECT_THAT(reply->response.body, HasSubstr("PUT /v1/problems/"));
}

TEST_F(TrainerRoutes, AFailureOfOursIsTriedUntilThereIsAVerdict) {
  int failures = 0;
  api_.sink.answer = [&](const Submission& submission) {
    return ++failures <= 3 ? OurFailure() : Judged(submission, Verdict::kWrongAnswer);
  };
  EXPECT_EQ(Body("/rm", std::string(R"({"response": ")") + kProgram +
                            R"(", "label": [{"input": "1", "output": "2"}]})"),
            "0.0");
  EXPECT_EQ(failures, 4);
}

TEST_F(TrainerRoutes, AProblemAtFaultIsNoReward) {
  api_.sink.answer = [](const Submission&) {
    SubmissionResult result;
    result.verdict = Verdict::kJudgeError;
    result.cause = Cause::kProblem;
    result.message = "the expected value is no JSON";
    return result;
  };
  const auto reply = Post("/rm", std::string(R"({"response": ")") + kProgram +
                                     R"(", "label": [{"input": "1", "output": "2"}]})");
  EXPECT_EQ(reply->response.status, 422);
  EXPECT_THAT(reply->response.body, HasSubstr("the expected value is no JSON"));
}

// ---- open-instruct ----

TEST_F(TrainerRoutes, OpenInstructsAsserts) {
  api_.sink.answer = [](const Submission& submission) {
    return Judged(submission, submission.problem->assert_code == "assert add(0, 0) == 1"
                                  ? Verdict::kRuntimeError
                                  : Verdict::kAccepted);
  };
  const std::string body =
      Body("/test_program",
           R"({"program": "def add(a, b):\n    return a + b\n", "tests": ["assert add(1, 2) == 3",)"
           R"( "assert add(-1, 1) == 0", "assert add(0, 0) == 1"], "max_execution_time": 1.0})");
  EXPECT_EQ(body, R"({"results":[1,1,0],"runtimes":[0.25,0.25,-1.0]})");
  EXPECT_EQ(api_.sink.submissions[0].limits.cpu_time, std::chrono::seconds(1));
}

TEST_F(TrainerRoutes, OpenInstructsPairs) {
  EXPECT_EQ(Body("/test_program_stdio",
                 R"j({"program": "print(int(input()) + 1)", "tests": [{"input": "1\n", "output":)j"
                 R"( "2\n"}, {"input": "100\n", "output": "101\n"}], "max_execution_time": 1.5})"),
            R"({"results":[1,1],"runtimes":[0.25,0.25]})");
  const Submission& sent = api_.sink.submissions[0];
  EXPECT_EQ(sent.problem->comparison.profile, Profile::kLiveCodeBench);
  EXPECT_EQ(sent.limits.cpu_time, std::chrono::seconds(2));  // whole seconds, as there
}

TEST_F(TrainerRoutes, OpenInstructsTestsAsText) {
  for (const char* tests : {R"("[\"assert True\"]")", R"(["assert True"])",
                            // zlib and pickle of the same list
                            R"("eJxrYJkqxAABsVN6uBOLi1OLShRCikpTpyTqAQBkRAgp")"}) {
    EXPECT_EQ(Body("/test_program", std::string(R"({"program": "x", "tests": )") + tests + "}"),
              R"({"results":[1],"runtimes":[0.25]})")
        << tests;
  }
  for (const char* tests : {"[]", R"("")"}) {
    EXPECT_EQ(Body("/test_program", std::string(R"({"program": "x", "tests": )") + tests + "}"),
              R"({"results":[],"runtimes":[]})");
  }
  for (const char* tests : {"null", "7", R"("not base64!")", R"([7])", R"([{"input": "1"}])"}) {
    EXPECT_EQ(Post("/test_program", std::string(R"({"program": "x", "tests": )") + tests + "}")
                  ->response.status,
              422)
        << tests;
  }
}

TEST_F(TrainerRoutes, OpenInstructsFaultyTestIsNamed) {
  api_.sink.answer = [](const Submission& submission) {
    SubmissionResult result = Judged(submission, Verdict::kAccepted);
    if (submission.problem->assert_code != "assert Faulty") return result;
    result.verdict = result.tests[0].verdict = Verdict::kJudgeError;
    result.cause = result.tests[0].cause = Cause::kProblem;
    result.tests[0].message = "no call of the program";
    result.message = "test 1: no call of the program";
    return result;
  };
  const auto reply = Post(
      "/test_program",
      R"({"program": "x", "tests": ["assert True", "assert 1", "assert Faulty", "assert 2"]})");
  EXPECT_EQ(reply->response.status, 422);
  EXPECT_EQ(reply->response.body, R"({"detail":"tests[2]: no call of the program"})");
}

TEST_F(TrainerRoutes, AProgramThatDoesNotCompilePassesNothing) {
  api_.sink.answer = [](const Submission&) {
    SubmissionResult result;
    result.verdict = Verdict::kWrongAnswer;
    result.cause = Cause::kCandidate;
    result.score = 0;
    return result;  // without tests
  };
  EXPECT_EQ(
      Body(
          "/test_program_stdio",
          R"({"program": "", "tests": [{"input": "", "output": "1"}, {"input": "", "output": "2"}]})"),
      R"({"results":[0,0],"runtimes":[-1.0,-1.0]})");
}

TEST_F(TrainerRoutes, OpenInstructsHealth) {
  EXPECT_EQ(api_.Call("GET", "/health")->response.body, R"({"status":"healthy"})");
}

TEST_F(TrainerRoutes, LongRequestsAreReadElsewhere) {
  const std::string comment = std::string(2 * kLongestReadHere, '#');
  EXPECT_EQ(Body("/test_program", R"({"program": ")" + comment + R"(", "tests": ["assert True"]})"),
            R"({"results":[1],"runtimes":[0.25]})");
  EXPECT_EQ(Body("/rm", R"({"response": ")" + comment + R"(\n\\boxed{1}", "label": "1"})"), "1.0");
}

// ---- NeMo-Gym ----

constexpr const char* kGymResponse =
    R"("response": {"id": "resp_1", "output": [{"type": "reasoning", "summary": []},)"
    R"( {"id": "msg_1", "role": "assistant", "status": "completed", "type": "message", "content":)"
    R"( [{"annotations": [], "text": "So \\boxed{42}", "type": "output_text"}]}], "usage": null})";

TEST_F(TrainerRoutes, GymsMathRowComesBackWithItsReward) {
  const std::string body = Body(
      "/verify", std::string(R"({"responses_create_params": {"input": []}, "question": "6*7?",)") +
                     R"( "_ng_task_index": 3, "reward": 9, "expected_answer": "42", )" +
                     kGymResponse + "}");
  JsonError error;
  const auto document = JsonDocument::Parse(body, &error);
  ASSERT_TRUE(document) << body;
  EXPECT_EQ(document->root().Find("reward").raw(), "1.0");
  EXPECT_EQ(document->root().Find("extracted_answer").String(), "42");
  EXPECT_EQ(document->root().Find("_ng_task_index").raw(), "3");
  EXPECT_TRUE(document->root().Find("response").Find("output").Is(JsonType::kArray));
  EXPECT_TRUE(document->root().Find("judge_evaluations").IsNull());
}

TEST_F(TrainerRoutes, GymsRowsComeBackAsJson) {
  const std::string body = Body(
      "/verify", std::string(R"({"expected_answer": "42", "weight": NaN, "_ng": {"x": [1.50,)") +
                     R"( -Infinity, "NaN"]}, )" + kGymResponse + "}");
  EXPECT_THAT(body, HasSubstr(R"("weight":null,"_ng":{"x": [1.50, null, "NaN"]})"));
}

TEST_F(TrainerRoutes, GymsProgramsAreJudgedLikeLiveCodeBench) {
  api_.sink.answer = [](const Submission& submission) {
    SubmissionResult result = Judged(submission, Verdict::kAccepted);
    result.verdict = Verdict::kTimeLimit;
    result.score = 0;
    result.tests[1].verdict = Verdict::kTimeLimit;
    result.tests[2].verdict = Verdict::kSkipped;
    return result;
  };
  const std::string body =
      Body("/verify",
           std::string(R"({"verifier_metadata": {"unit_tests": {"inputs": ["1", "2", "3"],)") +
               R"( "outputs": ["1", "2", "3"], "fn_name": null}}, )" + kGymResponse + "}");
  EXPECT_THAT(body, HasSubstr(R"("reward":0.0)"));
  EXPECT_THAT(body, HasSubstr(R"("result":[true,-3])"));
  EXPECT_EQ(api_.sink.submissions[0].problem->comparison.profile, Profile::kLiveCodeBench);
  EXPECT_EQ(Post("/verify", std::string("{") + kGymResponse + "}")->response.status, 422);
}

TEST_F(TrainerRoutes, GymsSessionsAndFigures) {
  EXPECT_EQ(Body("/seed_session", R"({"responses_create_params": {}})"), "{}");
  EXPECT_EQ(api_.Call("GET", "/reverify_mode")->response.body, R"("stateless")");
  const std::string figures =
      Body("/aggregate_metrics",
           R"({"verify_responses": [{"_ng_task_index": 1, "_ng_rollout_index": 0, "reward": 1.0},)"
           R"( {"_ng_task_index": 1, "_ng_rollout_index": 1, "reward": 0.0},)"
           R"( {"_ng_task_index": 0, "reward": 1, "response": {"usage": {"input_tokens": 5}}}]})");
  EXPECT_THAT(figures,
              HasSubstr(R"({"_ng_task_index":0,"num_rollouts":1,"mean/input_tokens":5.0)"));
  EXPECT_THAT(figures, HasSubstr(R"("mean/reward":0.5,"max/reward":1.0,"min/reward":0.0,)"
                                 R"("median/reward":0.5,"std/reward":0.70710678)"));
  EXPECT_THAT(figures, HasSubstr(R"("key_metrics":{"mean/input_tokens":5.0,"mean/reward":0.666)"));
  EXPECT_EQ(Body("/aggregate_metrics", R"({"verify_responses": []})"),
            R"({"group_level_metrics":[],"agent_metrics":{},"key_metrics":{}})");
}

// ---- texts ----

TEST(ResponseOf, CutsThePromptAndTheTokensThatEndATurn) {
  EXPECT_EQ(ResponseOf("<s>ask me: 7<|eot_id|><|end_of_text|>\n", "ask me:"), "7");
  EXPECT_EQ(ResponseOf("7", ""), "7");
  EXPECT_EQ(ResponseOf("7 < 8 |>", "elsewhere"), "7 < 8 |>");
  EXPECT_EQ(WithoutEndTokens("x</s><pad><pad>"), "x");
  EXPECT_EQ(WithoutEndTokens("a <b|c> d"), "a <b|c> d");
  EXPECT_EQ(WithoutEndTokens("x<\xEF\xBD\x9C"
                             "end\xE2\x96\x81of\xE2\x96\x81sentence\xEF\xBD\x9C>"),
            "x");
}

}  // namespace
}  // namespace assay
