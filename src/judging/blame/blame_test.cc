// A judge that breaks down: whose fault it is, and what finding that out costs.
#include <gmock/gmock.h>

#include <csignal>

#include "judging/blame/breakdown.h"
#include "judging/procedure_fixture.h"

namespace assay {
namespace {

using std::chrono::seconds;

RunResult Crashed(int signal = 6) {
  RunResult run = Ended(RunStatus::kSignalled);
  run.signal = signal;
  return run;
}

class BlameForACheckerThatBreaks : public ProcedureFixture {
 protected:
  BlameForACheckerThatBreaks() { PlanKind(CheckerKind::kScaleBox); }

  void PlanKind(CheckerKind kind, const std::string& identity = {}, int passes = 1) {
    Plan(WithProblem(MakeSubmission({"input"}), [&](Problem& p) {
      p.identity = identity;
      p.checker.emplace();
      p.checker->kind = kind;
      p.checker->passes = passes;
    }));
  }
  // What the candidate's output "x" and then the checker's runs come to.
  std::string JudgeX(std::deque<RunAnswer> checker_runs) {
    checker_runs.push_front(Exited(0, "x"));
    FakeRuns runs(std::move(checker_runs));
    std::string verdict = Judge(runs);
    asked_.clear();
    for (const PlannedRun& order : runs.orders()) {
      asked_.push_back(FileOf(order.request, "answer.txt"));
    }
    return verdict == "stopped" ? verdict : verdict + "/" + std::string(ToString(result_.reason));
  }

  std::vector<std::string> asked_;  // the output that each run of the checker read
};

constexpr char kCharged[] = "WA/candidate/checker_failed_on_output";

TEST_F(BlameForACheckerThatBreaks, OnThisOutputAloneIsTheCandidates) {
  EXPECT_EQ(JudgeX({Crashed(), Crashed(), Exited(0)}), kCharged);
  EXPECT_THAT(asked_, ::testing::ElementsAre("<none>", "x", "x", "input"));
  EXPECT_TRUE(result_.by_checker);
  EXPECT_EQ(result_.run.stdout_bytes, "x") << "the candidate's run is told, not the control";
}

TEST_F(BlameForACheckerThatBreaks, OnTheReferenceTooIsTheProblems) {
  EXPECT_EQ(JudgeX({Crashed(), Crashed(), Crashed()}), "JE/problem/checker_crashed");
  EXPECT_EQ(JudgeX({Crashed(), Crashed()}), "JE/problem/checker_crashed");
  EXPECT_EQ(asked_.size(), 3u) << "the control was remembered";
  EXPECT_EQ(JudgeX({Exited(0)}), "AC/candidate/checker_accepted");
  EXPECT_EQ(JudgeX({Crashed(), Crashed()}), kCharged) << "it does accept something";
}

TEST_F(BlameForACheckerThatBreaks, ARejectedReferenceSaysNothingForTheJudge) {
  EXPECT_EQ(JudgeX({Crashed(), Crashed(), Exited(1)}), "JE/problem/checker_crashed");
}

TEST_F(BlameForACheckerThatBreaks, OneControlServesAllSubmissions) {
  for (const char* identity : {"", "a problem"}) {
    judge_records_.emplace(1 << 20);
    PlanKind(CheckerKind::kScaleBox, identity);
    EXPECT_EQ(JudgeX({Crashed(), Crashed(), Exited(0)}), kCharged);
    EXPECT_EQ(JudgeX({Crashed(), Crashed()}), kCharged);
    EXPECT_EQ(asked_.size(), 3u);
  }
}

TEST_F(BlameForACheckerThatBreaks, ACrashByChanceIsForgotten) {
  EXPECT_EQ(JudgeX({Crashed(), Exited(0)}), "AC/candidate/checker_accepted");
  EXPECT_EQ(JudgeX({Crashed(), Exited(1)}), "WA/candidate/checker_rejected");
}

TEST_F(BlameForACheckerThatBreaks, FaultsOfOursChargeNobody) {
  EXPECT_EQ(JudgeX({Crashed(), Broken()}), "IE/infrastructure/infrastructure");
  EXPECT_EQ(JudgeX({Crashed(), Crashed(), Broken()}), "IE/infrastructure/infrastructure");
  EXPECT_EQ(JudgeX({Crashed(SIGKILL)}), "JE/problem/checker_crashed") << "killed from outside";
}

TEST_F(BlameForACheckerThatBreaks, TheControlEndsWithTheSubmission) {
  EXPECT_EQ(JudgeX({Crashed(), TaskStopped{}}), "stopped");
  EXPECT_EQ(JudgeX({Crashed(), Crashed(), TaskStopped{}}), "stopped");
  // The total time was spent on the checker: it stays undecided.
  EXPECT_EQ(JudgeX({Crashed(), Crashed(), TaskStopped{true}}), "JE/problem/checker_crashed");
}

TEST_F(BlameForACheckerThatBreaks, AStallCountsForOneWithRoomToSpare) {
  RunResult quick = Exited(0);
  quick.cpu_time = seconds(1);
  EXPECT_EQ(JudgeX({Ended(RunStatus::kCpuLimit), quick}), kCharged);
  EXPECT_EQ(asked_.size(), 3u) << "a stall isn't had twice";
  judge_records_.emplace(1 << 20);
  RunResult slow = Exited(0);
  slow.cpu_time = seconds(9);
  EXPECT_EQ(JudgeX({Ended(RunStatus::kCpuLimit), slow}), "JE/problem/checker_time_limit");
  EXPECT_EQ(JudgeX({Ended(RunStatus::kMemoryLimit)}), kCharged);
}

TEST_F(BlameForACheckerThatBreaks, AWallLimitMayBeTheHostsDoing) {
  const RunResult waited = Ended(RunStatus::kWallLimit);
  EXPECT_EQ(JudgeX({waited, Exited(0)}), "AC/candidate/checker_accepted") << "tried again";
  EXPECT_EQ(JudgeX({waited, waited}), kCharged) << "twice is no chance";
  EXPECT_EQ(asked_.size(), 3u);
}

TEST_F(BlameForACheckerThatBreaks, AnswersOutsideOfItsProtocolAreBreakdowns) {
  PlanKind(CheckerKind::kCms);
  EXPECT_EQ(JudgeX({Exited(0, "words"), Exited(0, "words"), Exited(0, "1")}), kCharged);
  EXPECT_EQ(JudgeX({Exited(1), Exited(1)}), kCharged);
}

TEST_F(BlameForACheckerThatBreaks, ItsOwnWordOnTheProblemStands) {
  PlanKind(CheckerKind::kTestlib);
  RunResult failed = Exited(3);
  failed.stderr_bytes = "FAIL the participant has the better answer";
  EXPECT_EQ(JudgeX({failed}), "JE/problem/checker_failed");
  failed.stderr_bytes = "FAIL Condition failed: \"n > 0\"";
  EXPECT_EQ(JudgeX({failed, failed, Exited(0)}), kCharged);
}

TEST_F(BlameForACheckerThatBreaks, SeveralPassesHaveNoReference) {
  PlanKind(CheckerKind::kIcpc, {}, 2);
  EXPECT_EQ(JudgeX({Crashed(), Crashed()}), "JE/problem/checker_crashed");
  EXPECT_EQ(asked_.size(), 3u);
  EXPECT_EQ(JudgeX({Exited(42)}), "AC/candidate/checker_accepted");
  EXPECT_EQ(JudgeX({Crashed(), Crashed()}), kCharged);
}

TEST_F(BlameForACheckerThatBreaks, AnInteractorIsMeasuredByItsOwnPast) {
  Plan(WithProblem(MakeSubmission({"input"}), [&](Problem& p) {
    p.checker.emplace();
    p.checker->kind = CheckerKind::kIcpc;
    p.checker->interactive = true;
  }));
  const auto judge = [&](RunResult interactor) {
    FakeRuns runs;
    PairResult pair;
    pair.candidate = Exited(0);
    pair.interactor = std::move(interactor);
    runs.AddPair(std::move(pair));
    const std::string verdict = Judge(runs);
    return verdict + "/" + std::string(ToString(result_.reason));
  };
  EXPECT_EQ(judge(Crashed()), "JE/problem/checker_crashed");
  EXPECT_EQ(judge(Exited(43)), "WA/candidate/checker_rejected");
  EXPECT_EQ(judge(Crashed()), "JE/problem/checker_crashed");
  EXPECT_EQ(judge(Exited(42)), "AC/candidate/checker_accepted");
  EXPECT_EQ(judge(Crashed()), kCharged);
  EXPECT_EQ(judge(Ended(RunStatus::kCpuLimit)), kCharged);
  EXPECT_EQ(judge(Ended(RunStatus::kWallLimit)), "JE/problem/checker_time_limit")
      << "it can't be tried again";
}

TEST(JudgeRecords, KnowTheMostThatAnAcceptanceTook) {
  JudgeRecords records(1 << 20);
  EXPECT_FALSE(records.Find("a"));
  records.KeepBroken("a");
  EXPECT_FALSE(records.Find("a")->works);
  RunResult run = Exited(0);
  run.cpu_time = seconds(2);
  run.memory_peak_bytes = 7;
  records.KeepAccepted("a", run);
  run.cpu_time = seconds(3);
  run.memory_peak_bytes = 5;
  records.KeepAccepted("a", run);
  records.KeepBroken("a");
  EXPECT_TRUE(records.Find("a")->works);
  EXPECT_EQ(records.Find("a")->cpu_time, seconds(3));
  EXPECT_EQ(records.Find("a")->memory_peak_bytes, 7);
}

}  // namespace
}  // namespace assay
