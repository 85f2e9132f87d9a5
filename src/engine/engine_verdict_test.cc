// Identical submissions: one is run, the others get its verdict, and nobody inherits another's
// cancellation or a fault of ours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/cache/verdict_cache.h"
#include "engine/engine.h"
#include "engine/engine_fixture.h"

namespace assay {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;

Submission Named(const std::vector<std::string>& inputs, const std::string& identity = "p") {
  Submission submission = MakeSubmission(inputs);
  auto problem = std::make_shared<Problem>(*submission.problem);
  problem->identity = identity;
  submission.problem = problem;
  return submission;
}

using EngineVerdictTest = EngineFixture;

TEST_F(EngineVerdictTest, AFinishedVerdictAnswersTheNext) {
  Start(1);
  const SubmissionResult first = Judge("a", Named({"1", "wrong", "2"}));
  const SubmissionResult second = Judge("b", Named({"1", "wrong", "2"}));
  EXPECT_EQ(runner_->Count("test"), 2);
  EXPECT_FALSE(first.cached);
  EXPECT_TRUE(second.cached);
  EXPECT_EQ(second.verdict, first.verdict);
  EXPECT_EQ(second.reason, first.reason);
  EXPECT_EQ(second.message, first.message);
  EXPECT_EQ(Verdicts(second), Verdicts(first));
  EXPECT_EQ(second.tests[0].run.stdout_bytes, "1");
  EXPECT_EQ(second.tier, "fake");
  EXPECT_EQ(second.separation, first.separation);
  EXPECT_EQ(engine_->stats().verdict_hits, 1);
  EXPECT_EQ(engine_->stats().queued_submissions, 0);
  EXPECT_EQ(engine_->stats().queued_bytes, 0);
}

TEST_F(EngineVerdictTest, EveryDifferenceThatCouldMatterRunsAgain) {
  Start(1);
  Judge("base", Named({"1"}));
  std::vector<Submission> others(8, Named({"1"}));
  others[0].code = "other";
  others[1].limits.cpu_time = seconds(3);
  others[2].stop = StopPolicy::kRunAll;
  others[3].files["data.txt"] = Blob::FromString("x");
  others[4].total_timeout = seconds(100);
  others[5] = Named({"1"}, "another problem");
  others[6].reuse = false;
  others[7].fetch_files = {"out.txt"};
  for (size_t i = 0; i < others.size(); ++i) {
    EXPECT_FALSE(Judge(std::to_string(i), others[i]).cached) << i;
  }
  EXPECT_TRUE(Judge("again", Named({"1"})).cached);
  EXPECT_EQ(runner_->Count("test"), 9);
}

TEST_F(EngineVerdictTest, OneTenantsVerdictIsNoAnswerForAnother) {
  Start(1);
  Submission of_a = Named({"1"});
  of_a.tenant = "a";
  Submission of_b = Named({"1"});
  of_b.tenant = "b";
  EXPECT_FALSE(Judge("first", of_a).cached);
  EXPECT_FALSE(Judge("other", of_b).cached);
  EXPECT_FALSE(Judge("nobody", Named({"1"})).cached);
  EXPECT_TRUE(Judge("again", of_a).cached);
  EXPECT_EQ(runner_->Count("test"), 3);
  const auto tenants = engine_->Tenants();
  ASSERT_EQ(tenants.size(), 3u);
  EXPECT_EQ(tenants[0].tenant, "a");
  EXPECT_EQ(tenants[0].queued + tenants[0].running, 0);
}

TEST_F(EngineVerdictTest, WithoutAnIdentityOrAVerdictNothingIsShared) {
  Start(1);
  Submission plain = Named({"1"});
  auto run = std::make_shared<Problem>(*plain.problem);
  run->mode = ProblemMode::kRun;
  plain.problem = run;
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(Judge("plain" + std::to_string(i), plain).cached);
    EXPECT_FALSE(Judge("nameless" + std::to_string(i), MakeSubmission({"1"})).cached);
  }
  EXPECT_EQ(runner_->Count("test"), 4);
}

TEST_F(EngineVerdictTest, ClocksAndFaultsOfOursAreNotRemembered) {
  Start(1);
  for (const std::string input : {"cpu", "error"}) {
    EXPECT_FALSE(Judge(input + "1", Named({input}, input)).cached);
    EXPECT_FALSE(Judge(input + "2", Named({input}, input)).cached);
  }
  EXPECT_EQ(engine_->stats().verdict_hits, 0);
}

TEST_F(EngineVerdictTest, SixteenIdenticalRolloutsRunOnce) {
  Start(2);
  for (int i = 0; i < 16; ++i) Submit(std::to_string(i), Named({"block a", "2"}));
  runner_->AwaitCalls(1);
  // Those that wait hold no slot.
  Submit("other", Named({"x"}, "other"));
  EXPECT_EQ(sink_.Await("other").verdict, Verdict::kAccepted);
  runner_->gate("a").Open();
  int cached = 0;
  for (int i = 0; i < 16; ++i) {
    const SubmissionResult result = sink_.Await(std::to_string(i));
    EXPECT_EQ(result.verdict, Verdict::kAccepted);
    cached += result.cached;
  }
  EXPECT_EQ(cached, 15);
  EXPECT_EQ(runner_->Count("test"), 3);
  EXPECT_EQ(engine_->stats().verdict_joins, 15);
}

TEST_F(EngineVerdictTest, ATimeLimitIsSharedWithThoseInFlight) {
  Start(1);
  runner_->set_handler([this](const RunRequest&, const CancelToken* cancel) {
    runner_->gate("a").Wait(cancel);
    return Result<RunResult>(Ended(RunStatus::kCpuLimit));
  });
  for (const char* name : {"a", "b"}) Submit(name, Named({"x"}));
  runner_->gate("a").Open();
  EXPECT_EQ(sink_.Await("a").verdict, Verdict::kTimeLimit);
  EXPECT_EQ(sink_.Await("b").verdict, Verdict::kTimeLimit);
  EXPECT_EQ(runner_->Count("test"), 1);
  EXPECT_FALSE(Judge("c", Named({"x"})).cached);
}

TEST_F(EngineVerdictTest, ACancelledLeaderFailsNobody) {
  Start(1);
  const TicketPtr leader = Submit("leader", Named({"block a"}));
  runner_->AwaitCalls(1);
  for (const char* name : {"b", "c", "d"}) Submit(name, Named({"block a"}));
  leader->Cancel();
  EXPECT_EQ(sink_.Await("leader").cause, Cause::kCancelled);
  runner_->gate("a").Open();
  for (const char* name : {"b", "c", "d"}) {
    EXPECT_EQ(sink_.Await(name).verdict, Verdict::kAccepted) << name;
  }
  EXPECT_EQ(runner_->Count("test"), 2);
}

TEST_F(EngineVerdictTest, ALeaderThatMetAFaultOfOursHandsOver) {
  Start(1);
  std::atomic<int> faults{3};  // as many as one run is tried
  runner_->set_handler(
      [&](const RunRequest&, const CancelToken* cancel) -> std::optional<Result<RunResult>> {
        runner_->gate("a").Wait(cancel);
        if (faults-- > 0) return Result<RunResult>(Broken());
        return std::nullopt;
      });
  for (const char* name : {"a", "b", "c"}) Submit(name, Named({"x"}));
  runner_->gate("a").Open();
  EXPECT_EQ(sink_.Await("a").cause, Cause::kInfrastructure);
  EXPECT_EQ(sink_.Await("b").verdict, Verdict::kAccepted);
  EXPECT_EQ(sink_.Await("c").verdict, Verdict::kAccepted);
  EXPECT_EQ(runner_->Count("test"), 4);
}

TEST_F(EngineVerdictTest, AFollowerCanBeCancelled) {
  Start(1);
  Submit("leader", Named({"block a"}));
  runner_->AwaitCalls(1);
  const TicketPtr follower = Submit("follower", Named({"block a"}));
  follower->Cancel();
  EXPECT_EQ(sink_.Await("follower").cause, Cause::kCancelled);
  runner_->gate("a").Open();
  EXPECT_EQ(sink_.Await("leader").verdict, Verdict::kAccepted);
}

TEST_F(EngineVerdictTest, NobodyWaitsForALowerClass) {
  Start(1);
  Submit("blocker", Named({"block a"}, "blocker"));
  runner_->AwaitCalls(1);
  Submission batch = Named({"1"});
  batch.priority = Priority::kBatch;
  Submit("batch", batch);
  Submission between = Named({"2"}, "between");
  between.priority = Priority::kEval;
  Submit("between", between);
  Submit("train", Named({"1"}));
  runner_->gate("a").Open();
  for (const char* name : {"batch", "between", "train"}) sink_.Await(name);
  EXPECT_THAT(sink_.order(), ElementsAre("blocker", "train", "between", "batch"));
}

TEST_F(EngineVerdictTest, ZeroTurnsItOff) {
  EngineOptions options;
  options.verdict_cache_bytes = 0;
  Start(1, options);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(Judge(std::to_string(i), Named({"1"})).cached);
  EXPECT_EQ(runner_->Count("test"), 3);
}

TEST_F(EngineVerdictTest, ShutdownAnswersLeadersAndFollowers) {
  Start(1);
  for (int i = 0; i < 8; ++i) Submit(std::to_string(i), Named({"block never"}));
  runner_->AwaitCalls(1);
  engine_.reset();
  EXPECT_EQ(sink_.calls(), 8);
}

TEST_F(EngineVerdictTest, KeptVerdictsAreBounded) {
  EngineOptions options;
  options.verdict_cache_bytes = 64 << 10;
  Start(1, options);
  for (int i = 0; i < 200; ++i) {
    Submission submission = Named({"1"});
    submission.code = std::to_string(i);
    Judge(std::to_string(i), submission);
  }
  EXPECT_GT(engine_->stats().verdict_cache_bytes, 0);
  EXPECT_LE(engine_->stats().verdict_cache_bytes, 64 << 10);
}

TEST_F(EngineVerdictTest, CheapTestsOfAProblemRunFirstOnceItIsKnown) {
  Start(1);
  runner_->set_handler(
      [](const RunRequest& request, const CancelToken*) -> std::optional<Result<RunResult>> {
        const std::string input(request.stdin_bytes->view());
        RunResult run = Exited(0, input);
        run.cpu_time = std::chrono::milliseconds(std::stoi(input));
        return Result<RunResult>(run);
      });
  Submission submission = Named({"300", "100", "200", "100"});
  submission.stop = StopPolicy::kRunAll;
  Judge("first", submission);
  submission.code = "another program";
  const SubmissionResult second = Judge("second", submission);
  EXPECT_THAT(runner_->inputs(),
              ElementsAre("300", "100", "200", "100", "100", "100", "200", "300"));
  EXPECT_EQ(second.tests[0].run.stdout_bytes, "300");
  EXPECT_EQ(second.tests[3].run.stdout_bytes, "100");
  // Up to the first failure nothing is gained by another order.
  submission.stop = StopPolicy::kFirstFailure;
  Judge("third", submission);
  EXPECT_EQ(runner_->inputs()[8], "300");
}

TEST_F(EngineVerdictTest, StoppedInAnotherOrderEveryTestStillHasItsResult) {
  Start(1);
  Submission known = Named({"30", "10", "20"});
  known.stop = StopPolicy::kRunAll;
  runner_->set_handler([&](const RunRequest& request,
                           const CancelToken* cancel) -> std::optional<Result<RunResult>> {
    const std::string input(request.stdin_bytes->view());
    RunResult run = Exited(0, input);
    run.cpu_time = std::chrono::milliseconds(std::stoi(input));
    if (request.files[0].contents->view() == "slow" && input == "20" &&
        !runner_->gate("a").Wait(cancel)) {
      return Result<RunResult>(Ended(RunStatus::kCancelled));
    }
    return Result<RunResult>(run);
  });
  Judge("first", known);
  known.code = "slow";
  const TicketPtr ticket = Submit("second", known);
  runner_->AwaitCalls(5);
  ticket->Cancel();
  const SubmissionResult result = sink_.Await("second");
  EXPECT_EQ(result.tests[1].verdict, Verdict::kAccepted);
  EXPECT_EQ(result.tests[0].cause, Cause::kCancelled);
  EXPECT_EQ(result.tests[2].cause, Cause::kCancelled);
}

TEST_F(EngineVerdictTest, TheSlowestOfSeveralPassesCounts) {
  Start(1);
  runner_->set_handler(
      [](const RunRequest& request, const CancelToken*) -> std::optional<Result<RunResult>> {
        const std::string input(request.stdin_bytes->view());
        if (request.purpose == "checker") {
          RunResult judge = Exited(42);
          if (input == "70") judge.files["feedback/nextpass.in"] = Blob::FromString("30");
          return Result<RunResult>(judge);
        }
        RunResult run = Exited(0, input);
        run.cpu_time = std::chrono::milliseconds(std::stoi(input));
        return Result<RunResult>(run);
      });
  Submission submission = MakeSubmission({"70"});
  auto problem = std::make_shared<Problem>(*submission.problem);
  problem->checker.emplace();
  problem->checker->kind = CheckerKind::kIcpc;
  problem->checker->always = true;
  problem->checker->passes = 2;
  problem->checker->source = "import sys";
  submission.problem = problem;
  const SubmissionResult result = Judge("passes", submission);
  EXPECT_EQ(result.verdict, Verdict::kAccepted);
  EXPECT_EQ(runner_->Count("test"), 2);
  EXPECT_EQ(result.tests[0].run.cpu_time, std::chrono::milliseconds(70));
}

}  // namespace
}  // namespace assay
