#include <gtest/gtest.h>

#include "grading/grade.h"

namespace assay {
namespace {

struct Part {
  Verdict verdict;
  Cause cause = Cause::kCandidate;
  Reason reason = Reason::kDifferentOutput;
};

constexpr auto AC = Verdict::kAccepted, WA = Verdict::kWrongAnswer, IE = Verdict::kInternalError,
               JE = Verdict::kJudgeError, SK = Verdict::kSkipped, RE = Verdict::kRuntimeError;
const Part kOurs{IE, Cause::kInfrastructure, Reason::kInfrastructure};
const Part kTheirs{JE, Cause::kProblem, Reason::kCheckerCrashed};
const Part kStopped{SK, Cause::kCancelled, Reason::kCancelled};
const Part kTimedOut{SK, Cause::kCandidate, Reason::kTotalTimeout};
const Part kNotNeeded{SK, Cause::kCandidate, Reason::kEarlierTestFailed};

SubmissionResult Whole(std::vector<Part> parts, StopPolicy stop = StopPolicy::kRunAll,
                       ProblemMode mode = ProblemMode::kStdinStdout) {
  auto problem = std::make_shared<Problem>();
  problem->mode = mode;
  problem->tests.resize(parts.size());
  Submission submission;
  submission.code = "x";
  submission.problem = problem;
  submission.stop = stop;
  SubmissionResult result;
  for (Part& part : parts) {
    TestResult test;
    test.verdict = part.verdict;
    test.cause = part.cause;
    test.reason = part.reason;
    test.message = "message";
    test.executed = part.verdict != SK;
    result.tests.push_back(test);
  }
  Aggregate(submission, &result);
  return result;
}

// "WA/candidate/different_output/0.5"
std::string Text(const SubmissionResult& result) {
  std::string score = result.score ? testing::PrintToString(*result.score) : "null";
  return std::string(ToString(result.verdict)) + "/" + std::string(ToString(result.cause)) + "/" +
         std::string(ToString(result.reason)) + "/" + score;
}

TEST(Aggregate, AllAcceptedIsAPass) {
  EXPECT_EQ(Text(Whole({{AC}, {AC}})), "AC/candidate/accepted/1");
  EXPECT_EQ(Text(Whole({{AC}}, StopPolicy::kFirstFailure)), "AC/candidate/accepted/1");
}

TEST(Aggregate, NothingExecutedIsNeverAPass) {
  EXPECT_EQ(Text(Whole({})), "JE/problem/no_tests/null");
  EXPECT_EQ(Text(Whole({{SK}})), "IE/infrastructure/incomplete/null");
  EXPECT_EQ(Text(Whole({{AC}, {SK}})), "IE/infrastructure/incomplete/null");
  // A test that claims acceptance without having run.
  auto problem = std::make_shared<Problem>();
  problem->tests.resize(2);
  Submission submission;
  submission.code = "x";
  submission.problem = problem;
  SubmissionResult result;
  result.tests.resize(1);
  result.tests[0].verdict = AC;
  result.tests[0].executed = true;
  Aggregate(submission, &result);
  EXPECT_EQ(Text(result), "IE/infrastructure/incomplete/null");
  result.tests.resize(2);
  result.tests[1].verdict = AC;
  Aggregate(submission, &result);
  EXPECT_EQ(Text(result), "IE/infrastructure/incomplete/null");
}

TEST(Aggregate, FirstFailureDecidesAndScoreIsAShare) {
  const SubmissionResult result =
      Whole({{AC}, {WA, Cause::kCandidate, Reason::kDifferentOutput}, {RE}, {AC}});
  EXPECT_EQ(Text(result), "WA/candidate/different_output/0.5");
  EXPECT_EQ(result.message, "test 2: message");
  EXPECT_EQ(Text(Whole({{AC}, {WA}, kNotNeeded}, StopPolicy::kFirstFailure)),
            "WA/candidate/different_output/0");
}

TEST(Aggregate, OurFaultsDoNotHideACertainFailure) {
  EXPECT_EQ(Text(Whole({kOurs, {WA}}, StopPolicy::kFirstFailure)),
            "WA/candidate/different_output/0");
  EXPECT_EQ(Text(Whole({kTheirs, {AC}, {WA}}, StopPolicy::kFirstFailure)),
            "WA/candidate/different_output/0");
  // The share of accepted tests is still unknown.
  EXPECT_EQ(Text(Whole({kOurs, {WA}})), "WA/candidate/different_output/null");
}

TEST(Aggregate, OpenOutcomesAreMasked) {
  EXPECT_EQ(Text(Whole({{AC}, kOurs})), "IE/infrastructure/infrastructure/null");
  EXPECT_EQ(Text(Whole({{AC}, kTheirs})), "JE/problem/checker_crashed/null");
  EXPECT_EQ(Text(Whole({{AC}, kTheirs, kOurs})), "IE/infrastructure/infrastructure/null");
  EXPECT_EQ(Text(Whole({{AC}, kOurs, kStopped})), "SKIPPED/cancelled/cancelled/null");
}

TEST(Aggregate, TotalTimeoutIsATimeLimit) {
  EXPECT_EQ(Text(Whole({{AC}, kTimedOut})), "TLE/candidate/total_timeout/0.5");
  EXPECT_EQ(Text(Whole({{AC}, kTimedOut}, StopPolicy::kFirstFailure)),
            "TLE/candidate/total_timeout/0");
  EXPECT_EQ(Text(Whole({kTimedOut, {WA}})), "WA/candidate/different_output/0");
  EXPECT_EQ(Text(Whole({{AC}, {SK, Cause::kInfrastructure, Reason::kTotalTimeout}})),
            "IE/infrastructure/total_timeout/null");
}

TEST(Aggregate, RunModeHasNoScore) {
  EXPECT_EQ(Text(Whole({{AC}}, StopPolicy::kRunAll, ProblemMode::kRun)),
            "AC/candidate/finished/null");
  EXPECT_EQ(Text(Whole({{RE}}, StopPolicy::kRunAll, ProblemMode::kRun)),
            "RE/candidate/different_output/null");
}

TEST(Aggregate, CompileStepDecidesFirst) {
  const auto compiled = [](RunStatus status, int code) {
    auto problem = std::make_shared<Problem>();
    problem->tests.resize(1);
    Submission submission;
    submission.code = "x";
    submission.problem = problem;
    SubmissionResult result;
    result.tests.resize(1);
    result.compile.emplace();
    result.compile->status = status;
    result.compile->exit_code = code;
    Aggregate(submission, &result);
    return Text(result);
  };
  EXPECT_EQ(compiled(RunStatus::kExited, 1), "CE/candidate/compile_error/0");
  EXPECT_EQ(compiled(RunStatus::kMemoryLimit, 0), "CE/candidate/compile_memory_limit/0");
  EXPECT_EQ(compiled(RunStatus::kStartFailed, 0), "IE/infrastructure/compiler_start_failed/null");
  EXPECT_EQ(compiled(RunStatus::kCancelled, 0), "SKIPPED/cancelled/cancelled/null");
  EXPECT_EQ(compiled(RunStatus::kExited, 0), "IE/infrastructure/incomplete/null");
}

}  // namespace
}  // namespace assay
