#include <gmock/gmock.h>

#include "judging/procedure_fixture.h"
#include "judging/procedures.h"

namespace assay {
namespace {

PairResult Pair(RunResult candidate, RunResult interactor) {
  PairResult pair;
  pair.candidate = std::move(candidate);
  pair.interactor = std::move(interactor);
  return pair;
}

class InteractiveProcedure : public ProcedureFixture {
 protected:
  void PlanInteractive(bool transcribed = false) {
    Plan(WithProblem(MakeSubmission({"input"}), [&](Problem& p) {
      p.checker.emplace();
      p.checker->kind = transcribed ? CheckerKind::kTestlib : CheckerKind::kIcpc;
      p.checker->interactive = true;
      p.checker->passes = transcribed ? 1 : 2;
      if (!transcribed) return;
      p.transcript_checker.emplace();
      p.transcript_checker->kind = CheckerKind::kTestlib;
    }));
  }
};

TEST_F(InteractiveProcedure, OnlyTheCandidatesLimitsAreLenient) {
  PlanInteractive();
  FakeRuns runs;
  runs.AddPair(Pair(Exited(0, "said"), Exited(42)));
  EXPECT_EQ(Judge(runs), "AC/candidate");
  EXPECT_TRUE(result_.by_checker);
  EXPECT_EQ(result_.run.stdout_bytes, "said");
  EXPECT_TRUE(runs.orders().empty());
  ASSERT_EQ(runs.pairs().size(), 1u);
  const PlannedPair& order = runs.pairs()[0];
  EXPECT_EQ(order.leniency, LimitLeniency::kNearLimit);
  EXPECT_EQ(order.request.candidate.stdin_bytes, nullptr);
  EXPECT_EQ(FileOf(order.request.interactor, "assay_input.txt"), "input");
  EXPECT_EQ(order.request.accepting_exit_code, 42);
}

TEST_F(InteractiveProcedure, PairsWithoutAResultSayNothing) {
  PlanInteractive();
  FakeRuns stopped;
  stopped.AddPair(TaskStopped{});
  EXPECT_EQ(Judge(stopped), "stopped");
  FakeRuns broken;
  broken.AddPair(Broken());
  EXPECT_EQ(Judge(broken), "IE/infrastructure");
  EXPECT_FALSE(result_.executed);
}

TEST_F(InteractiveProcedure, AnotherPassIsAnotherPair) {
  PlanInteractive();
  RunResult more = Exited(42);
  more.files["feedback/nextpass.in"] = Blob::FromString("again");
  FakeRuns runs;
  runs.AddPair(Pair(Exited(0), more));
  runs.AddPair(Pair(Exited(0), Exited(43)));
  EXPECT_EQ(Judge(runs), "WA/candidate");
  ASSERT_EQ(runs.pairs().size(), 2u);
  EXPECT_EQ(FileOf(runs.pairs()[1].request.interactor, "assay_input.txt"), "again");
}

TEST_F(InteractiveProcedure, AnInteractorWithAFaultIsNeverRun) {
  PlanInteractive();
  ready_[kCheckerProgram].fault =
      Judgement{Verdict::kJudgeError, Cause::kProblem, Reason::kCheckerCompileError, "broken"};
  FakeRuns runs;
  EXPECT_EQ(Judge(runs), "JE/problem");
  EXPECT_FALSE(result_.executed);
  EXPECT_TRUE(runs.pairs().empty());
}

TEST_F(InteractiveProcedure, TheTranscriptIsJudgedOnceAccepted) {
  PlanInteractive(true);
  RunResult wrote = Exited(0);
  wrote.files[kTranscriptFile] = Blob::FromString("transcript");
  FakeRuns runs({Exited(1)});
  runs.AddPair(Pair(Exited(0), wrote));
  EXPECT_EQ(Judge(runs), "WA/candidate");
  ASSERT_EQ(runs.orders().size(), 1u);
  EXPECT_EQ(runs.orders()[0].leniency, LimitLeniency::kExact);
  EXPECT_EQ(FileOf(runs.orders()[0].request, "assay_output.txt"), "transcript");

  FakeRuns refused;
  refused.AddPair(Pair(Exited(0), Exited(1)));
  EXPECT_EQ(Judge(refused), "WA/candidate");
  EXPECT_TRUE(refused.orders().empty());

  FakeRuns broken({Broken()});
  broken.AddPair(Pair(Exited(0), wrote));
  EXPECT_EQ(Judge(broken), "IE/infrastructure");
}

}  // namespace
}  // namespace assay
