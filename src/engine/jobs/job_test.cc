#include "engine/jobs/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine_test_util.h"

namespace assay {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;

constexpr SteadyTime kStart{seconds(100)};

TestResult Tested(Verdict verdict) {
  TestResult result;
  result.verdict = verdict;
  result.cause = verdict == kIE ? Cause::kInfrastructure : Cause::kCandidate;
  result.executed = verdict != kIE;
  return result;
}

std::unique_ptr<Job> MakeJob(Submission submission) {
  auto plan = MakeJobPlan(std::move(submission), TestLanguages());
  EXPECT_TRUE(plan.ok()) << plan.error().ToString();
  return std::make_unique<Job>(std::move(plan).value(), kStart);
}

Submission Tests(size_t count, StopPolicy stop = StopPolicy::kFirstFailure) {
  Submission submission = MakeSubmission(std::vector<std::string>(count, "x"));
  submission.stop = stop;
  return submission;
}

Submission Cpp(Submission submission) {
  submission.language = "cpp";
  return submission;
}

CompileRunPtr Compiled(int exit_code) {
  return std::make_shared<const RunResult>(Exited(exit_code));
}

TEST(Job, WithoutAProgramNothingRuns) {
  for (const char* code : {"", " \n\t\r\n"}) {
    for (const auto& language : {"python", "cpp", "java", "nodejs", "bash"}) {
      Submission submission = Tests(2);
      submission.language = language;
      submission.code = code;
      auto job = MakeJob(std::move(submission));
      EXPECT_EQ(job->runnable(), Runnable::kNone);
      job->SetOrder({1, 0});
      ASSERT_TRUE(job->finished());
      const SubmissionResult result = job->TakeResult(kStart);
      EXPECT_EQ(result.verdict, Verdict::kWrongAnswer);
      EXPECT_EQ(result.reason, Reason::kNoCode);
      EXPECT_EQ(result.score, 0.0);
      for (const TestResult& test : result.tests) EXPECT_EQ(test.reason, Reason::kNoCode);
    }
  }
}

TEST(Job, OfATracedSubmissionKnowsWhenItsStagesWere) {
  class Nowhere final : public SpanSink {
    void Add(std::vector<Span>) override {}
  } nowhere;
  for (const bool traced : {true, false}) {
    Submission submission = Cpp(Tests(1));
    if (traced) submission.origin.trace = std::make_shared<RequestTrace>(NewTraceId(), nowhere);
    auto job = MakeJob(std::move(submission));
    Task compile = job->Start(kStart + seconds(1));
    job->OnTaskEnd(compile, Compiled(0), kStart + seconds(3));
    Task test = job->Start(kStart + seconds(4));
    job->OnTaskEnd(test, Tested(kAC), kStart + seconds(6));
    const SubmissionResult result = job->TakeResult(kStart + seconds(6));
    ASSERT_EQ(result.stages.size(), traced ? 2u : 0u);
    if (!traced) continue;
    EXPECT_EQ(result.stages[0].kind, StageTime::Kind::kCompile);
    EXPECT_EQ(result.stages[0].index, 0u);
    EXPECT_EQ(result.stages[0].began, seconds(1));
    EXPECT_EQ(result.stages[0].ended, seconds(3));
    EXPECT_EQ(result.stages[1].kind, StageTime::Kind::kTest);
    EXPECT_EQ(result.stages[1].began, seconds(4));
    EXPECT_EQ(result.stages[1].ended, seconds(6));
  }
}

TEST(Job, APlainRunOfNothingIsOneUnlessItWasFoundInAResponse) {
  const auto plain = [](bool from_response) {
    Submission submission = WithProblem(Tests(1), [](Problem& p) { p.mode = ProblemMode::kRun; });
    submission.code.clear();
    submission.from_response = from_response;
    return MakeJob(std::move(submission));
  };
  EXPECT_EQ(plain(false)->runnable(), Runnable::kOrdinary);
  auto job = plain(true);
  ASSERT_TRUE(job->finished());
  const SubmissionResult result = job->TakeResult(kStart);
  EXPECT_EQ(result.reason, Reason::kNoCode);
  EXPECT_EQ(result.score, std::nullopt);
}

TEST(Job, StartsTestsInInputOrder) {
  auto job = MakeJob(Tests(3, StopPolicy::kRunAll));
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(job->runnable(), Runnable::kOrdinary);
    EXPECT_EQ(job->Start(kStart).test, i);
  }
  EXPECT_EQ(job->runnable(), Runnable::kNone);
  EXPECT_FALSE(job->finished());
}

TEST(Job, MoreThanOneTestAtATimeIsSpeculationWhenAFailureEndsIt) {
  auto job = MakeJob(Tests(2));
  const Task first = job->Start(kStart);
  EXPECT_EQ(job->runnable(), Runnable::kSpeculative);
  job->OnTaskEnd(first, Tested(kAC), kStart);
  EXPECT_EQ(job->runnable(), Runnable::kOrdinary);
}

// Whatever the order in which four tests run side by side come to their end, the answer is the
// same.
TEST(Job, TheFirstFailureInInputOrderDecidesInEveryOrderOfEnding) {
  std::vector<size_t> order = {0, 1, 2, 3};
  const std::vector<Verdict> verdicts = {kAC, kWA, Verdict::kRuntimeError, kAC};
  do {
    auto job = MakeJob(Tests(4));
    std::vector<Task> tasks;
    for (size_t i = 0; i < 4; ++i) tasks.push_back(job->Start(kStart));
    for (const size_t i : order) {
      EXPECT_FALSE(job->finished());
      if (tasks[i].cancel->cancelled()) {
        job->OnTaskEnd(tasks[i], TaskStopped{}, kStart);
      } else {
        job->OnTaskEnd(tasks[i], Tested(verdicts[i]), kStart);
      }
    }
    ASSERT_TRUE(job->finished());
    const SubmissionResult result = job->TakeResult(kStart);
    EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kWA, kSkip, kSkip));
    EXPECT_EQ(result.verdict, kWA);
    EXPECT_EQ(result.score, 0.0);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Job, AFailureStopsOnlyLaterTests) {
  auto job = MakeJob(Tests(3));
  const Task first = job->Start(kStart);
  const Task second = job->Start(kStart);
  const Task third = job->Start(kStart);
  job->OnTaskEnd(second, Tested(kWA), kStart);
  EXPECT_FALSE(first.cancel->cancelled());
  EXPECT_TRUE(third.cancel->cancelled());
}

TEST(Job, AnInternalErrorEndsAFirstFailureRunWithoutAScore) {
  auto job = MakeJob(Tests(3));
  job->OnTaskEnd(job->Start(kStart), Tested(kIE), kStart);
  ASSERT_TRUE(job->finished());
  const SubmissionResult result = job->TakeResult(kStart);
  EXPECT_EQ(result.cause, Cause::kInfrastructure);
  EXPECT_TRUE(result.masked());
}

TEST(Job, TestsWaitForTheCompile) {
  auto job = MakeJob(Cpp(Tests(1)));
  EXPECT_EQ(job->NextCompile(), kCandidateProgram);
  const Task compile = job->Start(kStart);
  EXPECT_EQ(compile.kind, Task::Kind::kCompile);
  EXPECT_EQ(job->runnable(), Runnable::kNone);
  const CompileRunPtr run = Compiled(0);
  job->OnTaskEnd(compile, run, kStart);
  EXPECT_EQ(job->runnable(), Runnable::kOrdinary);
  EXPECT_EQ(job->Start(kStart).ready[0].compiled, run);
}

TEST(Job, AParkedCompileIsNotRunnableUntilItLands) {
  auto job = MakeJob(Cpp(Tests(1)));
  job->Park(kCandidateProgram);
  EXPECT_EQ(job->runnable(), Runnable::kNone);
  EXPECT_FALSE(job->finished());
  job->Unpark(kCandidateProgram);
  EXPECT_EQ(job->runnable(), Runnable::kOrdinary);
  job->Park(kCandidateProgram);
  job->OnCompiled(kCandidateProgram, Compiled(0));
  EXPECT_EQ(job->runnable(), Runnable::kOrdinary);
}

TEST(Job, AStoppedTestIsSkippedAndACompletedOneCounts) {
  auto job = MakeJob(Tests(3, StopPolicy::kRunAll));
  const Task first = job->Start(kStart);
  const Task second = job->Start(kStart);
  job->Stop(Job::StopReason::kTotalTimeout, kStart);
  EXPECT_TRUE(first.cancel->cancelled());
  EXPECT_EQ(job->runnable(), Runnable::kNone);
  job->OnTaskEnd(first, Tested(kAC), kStart);  // it ended just before
  job->OnTaskEnd(second, TaskStopped{}, kStart);
  ASSERT_TRUE(job->finished());
  const SubmissionResult result = job->TakeResult(kStart);
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kSkip, kSkip));
  EXPECT_EQ(result.tests[1].reason, Reason::kTotalTimeout);
}

TEST(Job, BlamesTheTotalTimeoutOnWhoeverSpentIt) {
  for (const bool own : {true, false}) {
    Submission submission = Tests(2);
    submission.total_timeout = seconds(10);
    auto job = MakeJob(std::move(submission));
    const Task first = job->Start(kStart);
    EXPECT_EQ(first.deadline, kStart + seconds(10));
    job->OnTaskEnd(first, Tested(kAC), kStart + (own ? seconds(6) : seconds(4)));
    job->Stop(Job::StopReason::kTotalTimeout, kStart + seconds(10));
    const SubmissionResult result = job->TakeResult(kStart + seconds(10));
    EXPECT_EQ(result.cause, own ? Cause::kCandidate : Cause::kInfrastructure);
    EXPECT_EQ(result.masked(), !own);
  }
}

TEST(Job, CancellationOutranksAnEarlierTimeout) {
  auto job = MakeJob(Tests(1));
  const Task first = job->Start(kStart);
  job->Stop(Job::StopReason::kTotalTimeout, kStart);
  job->Stop(Job::StopReason::kCancelled, kStart);
  job->OnTaskEnd(first, TaskStopped{}, kStart);
  EXPECT_EQ(job->TakeResult(kStart).cause, Cause::kCancelled);
}

TEST(Job, ACompileThatEndsAfterTheCancellationChangesNothing) {
  auto job = MakeJob(Cpp(Tests(1)));
  const Task compile = job->Start(kStart);
  job->Stop(Job::StopReason::kCancelled, kStart);
  EXPECT_FALSE(job->finished());
  job->OnTaskEnd(compile, Compiled(1), kStart);
  ASSERT_TRUE(job->finished());
  const SubmissionResult result = job->TakeResult(kStart);
  EXPECT_EQ(result.cause, Cause::kCancelled);
  EXPECT_TRUE(result.masked());
}

TEST(Job, CountsTimes) {
  auto job = MakeJob(Tests(1));
  const Task first = job->Start(kStart + seconds(3));
  job->OnTaskEnd(first, Tested(kAC), kStart + seconds(5));
  const SubmissionResult result = job->TakeResult(kStart + seconds(5));
  EXPECT_EQ(result.queue_time, Nanoseconds(seconds(3)));
  EXPECT_EQ(result.total_time, Nanoseconds(seconds(2)));
}

}  // namespace
}  // namespace assay
