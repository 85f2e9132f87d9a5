#include "engine/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine_fixture.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using EngineTest = EngineFixture;

TEST_F(EngineTest, AcceptsWhenEveryTestIsRight) {
  EngineOptions options;
  options.toolchains["python"] = "Python 3.11.2";
  Start(2, options);
  const SubmissionResult result = Judge(MakeSubmission({"1", "2", "3"}));
  EXPECT_EQ(result.verdict, kAC);
  EXPECT_EQ(result.score, 1.0);
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kAC, kAC));
  EXPECT_EQ(result.toolchain, "Python 3.11.2");
  EXPECT_EQ(result.tier, "fake");
  EXPECT_EQ(result.separation, "process");
  EXPECT_FALSE(result.compile.has_value());
}

TEST_F(EngineTest, ResultsComeInInputOrderWhateverTheOrderOfEnding) {
  Start(3);
  Submission submission = MakeSubmission({"block a", "block b", "c"});
  submission.stop = StopPolicy::kRunAll;
  Submit("it", std::move(submission));
  runner_->AwaitCalls(3);
  runner_->gate("b").Open();
  runner_->gate("a").Open();
  const SubmissionResult result = sink_.Await("it");
  ASSERT_EQ(result.tests.size(), 3u);
  EXPECT_EQ(result.tests[0].run.stdout_bytes, "block a");
  EXPECT_EQ(result.tests[1].run.stdout_bytes, "block b");
  EXPECT_EQ(result.tests[2].run.stdout_bytes, "c");
}

TEST_F(EngineTest, RunAllGivesEveryTestItsVerdict) {
  Start(2);
  Submission submission = MakeSubmission({"1", "wrong", "crash", "4"});
  submission.stop = StopPolicy::kRunAll;
  const SubmissionResult result = Judge(std::move(submission));
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kWA, Verdict::kRuntimeError, kAC));
  EXPECT_EQ(result.verdict, kWA);
  EXPECT_EQ(result.score, 0.5);
}

TEST_F(EngineTest, FirstFailureOnOneSlotRunsNothingAfterIt) {
  Start(1);
  const SubmissionResult result = Judge(MakeSubmission({"1", "wrong", "3", "4"}));
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kWA, kSkip, kSkip));
  EXPECT_EQ(result.tests[2].reason, Reason::kEarlierTestFailed);
  EXPECT_THAT(runner_->inputs(), ElementsAre("1", "wrong"));
}

// Test 1 fails while test 0 still runs, test 2 is done and test 3 runs: the answer is as if they
// had run in order.
TEST_F(EngineTest, FirstFailureDoesNotShowWhatRanBeyondIt) {
  runner_ = std::make_unique<FakeRunner>(4);
  runner_->set_handler([&](const RunRequest& request,
                           const CancelToken* cancel) -> std::optional<Result<RunResult>> {
    if (request.stdin_bytes->view() == "wrong") {
      EXPECT_TRUE(runner_->gate("wrong").Wait(cancel));
    }
    return std::nullopt;
  });
  Start(4);
  Submit("it", MakeSubmission({"block a", "wrong", "3", "block never"}));
  runner_->AwaitCalls(4);
  runner_->gate("wrong").Open();
  runner_->AwaitEnds(3);  // "3", "wrong", and "block never", which is stopped
  EXPECT_EQ(sink_.calls(), 0);
  runner_->gate("a").Open();
  const SubmissionResult result = sink_.Await("it");
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kWA, kSkip, kSkip));
  EXPECT_FALSE(result.tests[2].executed);
  EXPECT_FALSE(result.tests[3].executed);
}

TEST_F(EngineTest, AnEarlierTestMayStillFailFirst) {
  runner_ = std::make_unique<FakeRunner>(2);
  runner_->set_handler([&](const RunRequest& request,
                           const CancelToken* cancel) -> std::optional<Result<RunResult>> {
    if (request.stdin_bytes->view() != "slow") return std::nullopt;
    EXPECT_TRUE(runner_->gate("slow").Wait(cancel));
    return Result<RunResult>(Ended(RunStatus::kCpuLimit));
  });
  Start(2);
  Submit("it", MakeSubmission({"slow", "wrong", "3"}));
  runner_->AwaitCalls(2);
  runner_->gate("slow").Open();
  const SubmissionResult result = sink_.Await("it");
  EXPECT_EQ(result.verdict, Verdict::kTimeLimit);
  EXPECT_THAT(Verdicts(result), ElementsAre(Verdict::kTimeLimit, kSkip, kSkip));
}

TEST_F(EngineTest, SpeculatesOnlyOnIdleSlots) {
  Start(2);
  Submit("gate", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  Submit("gate2", MakeSubmission({"block go2"}));
  runner_->AwaitCalls(2);
  Submit("first", MakeSubmission({"block a", "a2"}));
  Submit("second", MakeSubmission({"b"}));
  runner_->gate("go").Open();
  runner_->AwaitCalls(3);  // a
  runner_->gate("go2").Open();
  runner_->AwaitCalls(5);  // b, and only then a2 although a still runs
  EXPECT_THAT(runner_->inputs(), ElementsAre("block go", "block go2", "block a", "b", "a2"));
  runner_->gate("a").Open();
  EXPECT_EQ(sink_.Await("first").verdict, kAC);
}

TEST_F(EngineTest, ManyTestsDoNotHoldUpOne) {
  Start(1);
  Submit("gate", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  std::vector<std::string> many;
  for (int i = 0; i < 200; ++i) many.push_back("m" + std::to_string(i));
  Submission large = MakeSubmission(many);
  large.stop = StopPolicy::kRunAll;
  Submit("large", std::move(large));
  Submit("small", MakeSubmission({"small"}));
  runner_->gate("go").Open();
  sink_.Await("large");
  EXPECT_THAT(sink_.order(), ElementsAre("gate", "small", "large"));
}

// How often a slot goes from one of two submissions to the other, whose tests take `each`.
class SlotTurnsTest : public EngineFixture {
 protected:
  int Turns(Nanoseconds each) {
    runner_ = std::make_unique<FakeRunner>(1);
    runner_->set_handler([this, each](const RunRequest&, const CancelToken*) {
      clock_.Advance(each);
      return std::optional<Result<RunResult>>();
    });
    Start(1);
    Submit("gate", MakeSubmission({"block go"}));
    runner_->AwaitCalls(1);
    for (const std::string name : {"a", "b"}) {
      std::vector<std::string> inputs(20);
      for (size_t i = 0; i < inputs.size(); ++i) inputs[i] = name + std::to_string(i);
      Submit(name, MakeSubmission(inputs));
    }
    runner_->gate("go").Open();
    EXPECT_EQ(sink_.Await("a").verdict, kAC);
    EXPECT_EQ(sink_.Await("b").verdict, kAC);
    const std::vector<std::string> inputs = runner_->inputs();
    int turns = 0;
    for (size_t i = 2; i < inputs.size(); ++i) turns += inputs[i][0] != inputs[i - 1][0];
    return turns;
  }
};

TEST_F(SlotTurnsTest, AProcessIsUsedOnABusyMachineToo) {
  // The second begins after one run of the first, and both then end as they are.
  EXPECT_EQ(Turns(milliseconds(10)), 2);
}

TEST_F(SlotTurnsTest, WhoHasNotBegunWaitsForQuickTests) {
  EXPECT_EQ(Turns(std::chrono::microseconds(500)), 1);
}

TEST_F(SlotTurnsTest, NobodyWaitsLongForASlotThatStays) {
  EXPECT_GE(Turns(milliseconds(200)), 10);
}

TEST_F(EngineTest, ServesPrioritiesInOrder) {
  Start(1);
  Submit("gate", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  for (const auto& [name, priority] :
       {std::pair{"batch", Priority::kBatch}, std::pair{"eval", Priority::kEval},
        std::pair{"train", Priority::kTrain}}) {
    Submission submission = MakeSubmission({name});
    submission.priority = priority;
    Submit(name, std::move(submission));
  }
  runner_->gate("go").Open();
  sink_.Await("batch");
  EXPECT_THAT(sink_.order(), ElementsAre("gate", "train", "eval", "batch"));
}

TEST_F(EngineTest, NeverRunsMoreThanItsSlots) {
  Start(3);
  for (int i = 0; i < 20; ++i) {
    Submission submission = MakeSubmission({"1", "2", "3", "4", "5"});
    submission.stop = StopPolicy::kRunAll;
    Submit(std::to_string(i), std::move(submission));
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(sink_.Await(std::to_string(i)).verdict, kAC);
  EXPECT_LE(runner_->most_running(), 3);
}

TEST_F(EngineTest, TriesAgainWhenTheRunnerFailed) {
  std::atomic<int> failures{2};
  runner_ = std::make_unique<FakeRunner>(1);
  runner_->set_handler(
      [&](const RunRequest&, const CancelToken*) -> std::optional<Result<RunResult>> {
        if (failures-- > 0) return Result<RunResult>(Broken());
        return std::nullopt;
      });
  Start(1);
  EXPECT_EQ(Judge(MakeSubmission({"1"})).verdict, kAC);
  EXPECT_EQ(runner_->calls().size(), 3u);
}

TEST_F(EngineTest, AFailingRunnerIsNeverTheCandidatesFault) {
  Start(1);
  Submission submission = MakeSubmission({"1", "error", "3"});
  submission.stop = StopPolicy::kRunAll;
  const SubmissionResult result = Judge(std::move(submission));
  EXPECT_EQ(result.verdict, kIE);
  EXPECT_EQ(result.cause, Cause::kInfrastructure);
  EXPECT_TRUE(result.masked());
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kIE, kAC));
  EXPECT_THAT(result.tests[1].message, HasSubstr("the box died"));
  EXPECT_EQ(runner_->calls().size(), 5u);  // three tries of the second
}

TEST_F(EngineTest, CancelsWhatHasNotStartedOnly) {
  Start(1);
  const TicketPtr running = Submit("running", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  const TicketPtr waiting = Submit("waiting", MakeSubmission({"1"}));
  EXPECT_FALSE(running->CancelUnlessStarted());
  EXPECT_TRUE(waiting->CancelUnlessStarted());
  EXPECT_EQ(sink_.Await("waiting").cause, Cause::kCancelled);
  runner_->gate("go").Open();
  EXPECT_EQ(sink_.Await("running").verdict, kAC);
  EXPECT_FALSE(running->CancelUnlessStarted());
}

TEST_F(EngineTest, EstimatesTheWaitByWhatSubmissionsLatelyTook) {
  Start(2);
  EXPECT_EQ(engine_->stats().estimated_wait, Nanoseconds{0});
  Submit("it", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  clock_.Advance(seconds(3));
  runner_->gate("go").Open();
  sink_.Await("it");
  EXPECT_EQ(engine_->stats().usual_time, seconds(3));
  EXPECT_EQ(engine_->stats().estimated_wait, seconds(0));
  for (const char* name : {"a", "b", "c", "d"}) {
    Submit(name, MakeSubmission({std::string("block ") + name}));
  }
  EXPECT_EQ(engine_->stats().estimated_wait, seconds(6));  // 4 of 3 s on 2 slots
  for (const char* name : {"a", "b", "c", "d"}) runner_->gate(name).Open();
}

TEST_F(EngineTest, WhatWasCancelledSaysNothingOfWhatSubmissionsTake) {
  Start(1);
  Submit("it", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  clock_.Advance(seconds(3));
  runner_->gate("go").Open();
  sink_.Await("it");
  const TicketPtr ticket = Submit("left", MakeSubmission({"block never"}));
  runner_->AwaitCalls(2);
  clock_.Advance(milliseconds(1));
  ticket->Cancel();
  EXPECT_EQ(sink_.Await("left").cause, Cause::kCancelled);
  EXPECT_EQ(engine_->stats().usual_time, seconds(3));
}

TEST_F(EngineTest, TakesNobodyInWhoWouldLeaveBeforeHisTurn) {
  Start(1);
  // What a submission takes is known: 1 s.
  Submit("first", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  clock_.Advance(seconds(1));
  runner_->gate("go").Open();
  sink_.Await("first");
  Submit("running", MakeSubmission({"block more"}));
  runner_->AwaitCalls(2);
  // Clients leave again and again after 8 s in the queue.
  for (int i = 0; i < 16; ++i) {
    const std::string name = "left " + std::to_string(i);
    const TicketPtr ticket = Submit(name, MakeSubmission({"1"}));
    clock_.Advance(seconds(8));
    ticket->Cancel();
    EXPECT_EQ(sink_.Await(name).cause, Cause::kCancelled);
  }
  // So at most 4 s of work wait: "running" and four others.
  for (int i = 0; i < 4; ++i) Submit("in " + std::to_string(i), MakeSubmission({"1"}));
  const auto refused = engine_->Submit(MakeSubmission({"1"}), [](SubmissionResult) {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(engine_->stats().refused_for_wait, 1);
  runner_->gate("more").Open();
  for (int i = 0; i < 4; ++i) EXPECT_EQ(sink_.Await("in " + std::to_string(i)).verdict, kAC);
  EXPECT_EQ(sink_.Await("running").verdict, kAC);
}

TEST_F(EngineTest, DoesNotRetryWhatCannotSucceed) {
  runner_ = std::make_unique<FakeRunner>(1);
  runner_->set_handler([](const RunRequest&, const CancelToken*) {
    return Result<RunResult>(Error{ErrorCode::kPermission, "fake.mount", 0, "not allowed"});
  });
  Start(1);
  EXPECT_EQ(Judge(MakeSubmission({"1"})).cause, Cause::kInfrastructure);
  EXPECT_EQ(runner_->calls().size(), 1u);
}

TEST_F(EngineTest, ARunGivenUpWithoutReasonIsOurFault) {
  runner_ = std::make_unique<FakeRunner>(1);
  runner_->set_handler([](const RunRequest&, const CancelToken*) {
    return Result<RunResult>(Ended(RunStatus::kCancelled));
  });
  Start(1);
  EXPECT_EQ(Judge(MakeSubmission({"1"})).cause, Cause::kInfrastructure);
}

TEST_F(EngineTest, TotalTimeoutEndsRunningAndWaitingTests) {
  Start(1);
  Submission submission = MakeSubmission({"1", "block never", "3"});
  submission.total_timeout = seconds(5);
  Submit("it", std::move(submission));
  runner_->AwaitCalls(2);
  clock_.Advance(seconds(6));
  const SubmissionResult result = sink_.Await("it");
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kSkip, kSkip));
  EXPECT_EQ(result.tests[1].reason, Reason::kTotalTimeout);
  EXPECT_EQ(result.tests[2].reason, Reason::kTotalTimeout);
  EXPECT_EQ(result.verdict, Verdict::kTimeLimit);
  EXPECT_EQ(result.cause, Cause::kCandidate);
  EXPECT_EQ(result.reason, Reason::kTotalTimeout);
}

TEST_F(EngineTest, TotalTimeoutShortensTheWallLimitAndIsNoOrdinaryTimeLimit) {
  runner_ = std::make_unique<FakeRunner>(1);
  runner_->set_handler(
      [&](const RunRequest& request, const CancelToken*) -> std::optional<Result<RunResult>> {
        if (request.stdin_bytes->view() != "slow") {
          clock_.Advance(seconds(3));
          return std::nullopt;
        }
        EXPECT_EQ(request.limits.wall_time, Nanoseconds(seconds(2)));
        return Result<RunResult>(Ended(RunStatus::kWallLimit));
      });
  Start(1);
  Submission submission = MakeSubmission({"1", "slow", "3"});
  submission.total_timeout = seconds(5);
  submission.limits.wall_time = seconds(10);
  const SubmissionResult result = Judge(std::move(submission));
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kSkip, kSkip));
  EXPECT_EQ(result.tests[1].reason, Reason::kTotalTimeout);
}

TEST_F(EngineTest, TotalTimeoutSpentWaitingForASlotIsOurFault) {
  Start(1);
  Submission submission = MakeSubmission({"1", "2"});
  submission.total_timeout = seconds(5);
  // `other` is admitted between: fairness puts it before the second test.
  Submit("gate", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  Submit("it", std::move(submission));
  Submit("other", MakeSubmission({"block never"}));
  runner_->gate("go").Open();
  runner_->AwaitCalls(3);
  clock_.Advance(seconds(6));
  const SubmissionResult result = sink_.Await("it");  // no worker was free to notice
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kSkip));
  EXPECT_EQ(result.cause, Cause::kInfrastructure);
  EXPECT_TRUE(result.masked());
}

TEST_F(EngineTest, TotalTimeoutDoesNotCountTimeInTheQueue) {
  Start(1);
  Submit("gate", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  Submission submission = MakeSubmission({"1"});
  submission.total_timeout = seconds(5);
  Submit("it", std::move(submission));
  clock_.Advance(seconds(60));
  runner_->gate("go").Open();
  const SubmissionResult result = sink_.Await("it");
  EXPECT_EQ(result.verdict, kAC);
  EXPECT_EQ(result.queue_time, Nanoseconds(seconds(60)));
}

TEST_F(EngineTest, CancelsWhatWaitsAtOnce) {
  Start(1);
  Submit("gate", MakeSubmission({"block go"}));
  runner_->AwaitCalls(1);
  const TicketPtr ticket = Submit("it", MakeSubmission({"1"}));
  ticket->Cancel();
  ticket->Cancel();
  const SubmissionResult result = sink_.Await("it");
  EXPECT_EQ(result.cause, Cause::kCancelled);
  EXPECT_TRUE(result.masked());
  EXPECT_EQ(runner_->calls().size(), 1u);
}

TEST_F(EngineTest, CancelsWhatRuns) {
  Start(2);
  const TicketPtr ticket = Submit("it", MakeSubmission({"block a", "block b", "3"}));
  runner_->AwaitCalls(2);
  ticket->Cancel();
  const SubmissionResult result = sink_.Await("it");
  EXPECT_EQ(result.cause, Cause::kCancelled);
  EXPECT_THAT(Verdicts(result), Each(kSkip));
}

TEST_F(EngineTest, CancelAfterTheEndDoesNothing) {
  Start(1);
  const TicketPtr ticket = Submit("it", MakeSubmission({"1"}));
  sink_.Await("it");
  ticket->Cancel();
  EXPECT_TRUE(engine_->Drain(clock_.Now() + seconds(1)));
  EXPECT_EQ(sink_.calls(), 1);
  engine_.reset();
  ticket->Cancel();
}

TEST_F(EngineTest, RefusesWhatDoesNotFitTheQueue) {
  EngineOptions options;
  options.max_queued_submissions = 2;
  Start(1, options);
  Submit("a", MakeSubmission({"block go"}));
  Submit("b", MakeSubmission({"2"}));
  const auto refused = engine_->Submit(MakeSubmission({"3"}), sink_.Done("c"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_GE(engine_->RetryAfterSeconds(""), 1);
  EXPECT_EQ(engine_->stats().queued_submissions, 2);
  EXPECT_GT(engine_->stats().queued_bytes, 0);
  runner_->gate("go").Open();
  sink_.Await("b");
  EXPECT_TRUE(engine_->Drain(clock_.Now() + seconds(1)));
  EXPECT_EQ(engine_->stats().queued_submissions, 0);
  EXPECT_EQ(engine_->stats().queued_bytes, 0);
}

TEST_F(EngineTest, RefusesBadSubmissionsWithoutCallingBack) {
  Start(1);
  const auto refused = engine_->Submit(MakeSubmission({}), sink_.Done("it"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(refused.error().message, HasSubstr("tests"));
  EXPECT_EQ(sink_.calls(), 0);
}

TEST_F(EngineTest, DrainLetsAdmittedWorkFinishAndRefusesNew) {
  Start(1);
  Submit("it", MakeSubmission({"1", "2", "3"}));
  EXPECT_TRUE(engine_->Drain(clock_.Now() + seconds(60)));
  EXPECT_EQ(sink_.Await("it").verdict, kAC);
  EXPECT_TRUE(engine_->stats().draining);
  const auto refused = engine_->Submit(MakeSubmission({"1"}), sink_.Done("late"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
}

TEST_F(EngineTest, DrainCancelsWhatIsLeftAtItsDeadline) {
  Start(1);
  Submit("running", MakeSubmission({"block never"}));
  Submit("waiting", MakeSubmission({"1"}));
  runner_->AwaitCalls(1);
  EXPECT_FALSE(engine_->Drain(clock_.Now()));
  EXPECT_EQ(sink_.calls(), 2);
  EXPECT_EQ(sink_.Await("running").cause, Cause::kCancelled);
  EXPECT_EQ(sink_.Await("waiting").cause, Cause::kCancelled);
}

TEST_F(EngineTest, DestructionCallsEveryCallback) {
  Start(2);
  Submit("a", MakeSubmission({"block never"}));
  for (int i = 0; i < 10; ++i) Submit(std::to_string(i), MakeSubmission({"block never"}));
  runner_->AwaitCalls(2);
  engine_.reset();
  EXPECT_EQ(sink_.calls(), 11);
}

TEST_F(EngineTest, CallbacksMaySubmitAndCancel) {
  Start(1);
  auto first = engine_->Submit(MakeSubmission({"1"}), [&](SubmissionResult) {
    auto second = engine_->Submit(MakeSubmission({"2"}), sink_.Done("second"));
    ASSERT_TRUE(second.ok());
    (*second)->Cancel();
  });
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(sink_.Await("second").cause, Cause::kCancelled);
}

TEST_F(EngineTest, APlainRunNeedsNoTestAndKeepsItsOutput) {
  runner_ = std::make_unique<FakeRunner>(1);
  runner_->set_handler([](const RunRequest& request, const CancelToken*) {
    EXPECT_EQ(request.stdin_bytes, nullptr);
    EXPECT_THAT(request.fetch, ElementsAre("out.txt"));
    return Result<RunResult>(Exited(0, std::string(100, 'x')));
  });
  EngineOptions options;
  options.kept_output_bytes = 10;
  Start(1, options);
  Submission submission = MakeSubmission({});
  auto problem = std::make_shared<Problem>();
  problem->mode = ProblemMode::kRun;
  submission.problem = problem;
  submission.fetch_files = {"out.txt"};
  const SubmissionResult result = Judge(std::move(submission));
  ASSERT_EQ(result.tests.size(), 1u);
  EXPECT_EQ(result.verdict, kAC);
  EXPECT_TRUE(result.masked());
  EXPECT_EQ(result.tests[0].run.stdout_bytes.size(), 100u);
}

TEST_F(EngineTest, KeepsABoundedPartOfJudgedOutput) {
  EngineOptions options;
  options.kept_output_bytes = 3;
  Start(1, options);
  const SubmissionResult result = Judge(MakeSubmission({"12345"}));
  EXPECT_EQ(result.verdict, kAC);
  EXPECT_EQ(result.tests[0].run.stdout_bytes, "123");
}

}  // namespace
}  // namespace assay
