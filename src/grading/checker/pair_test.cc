// Whose fault the end of a conversation is: every order of ends that can happen.
#include "grading/checker/pair.h"

#include <gtest/gtest.h>

#include "grading/grade_test_util.h"

namespace assay {
namespace {

const RunResult kKilled = Ended(RunStatus::kSignalled, 9);

PairResult InteractorFirst(RunResult interactor, RunResult candidate) {
  PairResult pair;
  pair.interactor = std::move(interactor);
  pair.candidate = std::move(candidate);
  return pair;
}

PairResult CandidateFirst(RunResult candidate, RunResult interactor) {
  PairResult pair = InteractorFirst(std::move(interactor), std::move(candidate));
  pair.candidate_left_first = true;
  return pair;
}

std::string Grade(const PairResult& pair, CheckerKind kind = CheckerKind::kIcpc) {
  Checker checker;
  checker.kind = kind;
  checker.interactive = true;
  checker.max_points = 10;
  const PairJudgement graded = GradePair(checker, pair, Executable::kArtifact);
  return std::string(ToString(graded.judgement.verdict)) + "/" +
         std::string(ToString(graded.judgement.cause)) + "/" +
         std::string(ToString(graded.judgement.reason)) + (graded.by_interactor ? "" : "/own");
}

TEST(GradePair, BothEndWell) {
  EXPECT_EQ(Grade(CandidateFirst(Exited(0), Exited(42))), "AC/candidate/checker_accepted");
  EXPECT_EQ(Grade(InteractorFirst(Exited(42), Exited(0))), "AC/candidate/checker_accepted");
  EXPECT_EQ(Grade(CandidateFirst(Exited(0), Exited(43))), "WA/candidate/checker_rejected");
  EXPECT_EQ(Grade(InteractorFirst(Exited(43), Exited(0))), "WA/candidate/checker_rejected");
}

TEST(GradePair, ARejectionBeforeACrashStays) {
  for (const RunResult& then : {Exited(1), Ended(RunStatus::kSignalled, 13), kKilled,
                                Ended(RunStatus::kSignalled, 11), Ended(RunStatus::kCpuLimit)}) {
    EXPECT_EQ(Grade(InteractorFirst(Exited(43), then)), "WA/candidate/checker_rejected");
  }
}

TEST(GradePair, ACrashBeforeARejectionStays) {
  EXPECT_EQ(Grade(CandidateFirst(Exited(1), Exited(43))), "RE/candidate/exit_code/own");
  EXPECT_EQ(Grade(CandidateFirst(Ended(RunStatus::kSignalled, 11), Exited(43))),
            "RE/candidate/signal/own");
  EXPECT_EQ(Grade(CandidateFirst(Ended(RunStatus::kCpuLimit), Exited(43))),
            "TLE/candidate/cpu_limit/own");
  PairResult stopped = CandidateFirst(Ended(RunStatus::kMemoryLimit), kKilled);
  stopped.interactor_stopped = true;
  EXPECT_EQ(Grade(stopped), "MLE/candidate/memory_limit/own");
}

TEST(GradePair, AcceptanceIsNotEnough) {
  EXPECT_EQ(Grade(InteractorFirst(Exited(42), Exited(1))), "RE/candidate/exit_code/own");
  EXPECT_EQ(Grade(InteractorFirst(Exited(42), Ended(RunStatus::kCpuLimit))),
            "TLE/candidate/cpu_limit/own");
  EXPECT_EQ(Grade(InteractorFirst(Exited(42), Ended(RunStatus::kOutputLimit))),
            "OLE/candidate/output_limit/own");
}

TEST(GradePair, AnInteractorsFailureIsTheProblems) {
  EXPECT_EQ(Grade(InteractorFirst(Ended(RunStatus::kSignalled, 6), kKilled)),
            "JE/problem/checker_crashed");
  EXPECT_EQ(Grade(InteractorFirst(Exited(1), Exited(1))), "JE/problem/checker_bad_exit");
  EXPECT_EQ(Grade(InteractorFirst(Ended(RunStatus::kCpuLimit), kKilled)),
            "JE/problem/checker_time_limit");
  EXPECT_EQ(Grade(InteractorFirst(Ended(RunStatus::kOutputLimit), kKilled)),
            "JE/problem/checker_output_limit");
  EXPECT_EQ(Grade(InteractorFirst(Ended(RunStatus::kStartFailed), kKilled)),
            "JE/problem/checker_start_failed");
  // The candidate had ended well before.
  EXPECT_EQ(Grade(CandidateFirst(Exited(0), Ended(RunStatus::kSignalled, 6))),
            "JE/problem/checker_crashed");
  // It had not, and that is certain.
  EXPECT_EQ(Grade(CandidateFirst(Exited(1), Ended(RunStatus::kSignalled, 6))),
            "RE/candidate/exit_code/own");
}

TEST(GradePair, Halts) {
  PairResult pair = CandidateFirst(Ended(RunStatus::kWallLimit), kKilled);
  pair.interactor_stopped = true;
  pair.stall = Stall::kCandidate;
  EXPECT_EQ(Grade(pair), "TLE/candidate/idle/own");
  pair = InteractorFirst(Ended(RunStatus::kWallLimit), kKilled);
  pair.stall = Stall::kInteractor;
  EXPECT_EQ(Grade(pair), "JE/problem/checker_idle");
}

TEST(GradePair, ProgramsThatCannotStart) {
  EXPECT_EQ(Grade(CandidateFirst(Ended(RunStatus::kStartFailed), kKilled)),
            "RE/candidate/start_failed/own");
  EXPECT_EQ(
      GradePair({}, CandidateFirst(Ended(RunStatus::kStartFailed), kKilled), Executable::kToolchain)
          .judgement.cause,
      Cause::kInfrastructure);
}

TEST(GradePair, PointsCountThoughTheCandidateWasStopped) {
  RunResult full = Exited(7);
  full.stderr_bytes = "points 10 all";
  PairResult pair = InteractorFirst(full, kKilled);
  pair.candidate_stopped = true;
  EXPECT_EQ(Grade(pair, CheckerKind::kTestlib), "AC/candidate/checker_accepted");
  EXPECT_EQ(Grade(InteractorFirst(Exited(1), kKilled), CheckerKind::kTestlib),
            "WA/candidate/checker_rejected");
  EXPECT_EQ(Grade(InteractorFirst(Exited(2), kKilled), CheckerKind::kTestlib),
            "PE/candidate/checker_presentation");
  EXPECT_EQ(Grade(InteractorFirst(Exited(3), kKilled), CheckerKind::kTestlib),
            "JE/problem/checker_failed");
}

TEST(GradePair, KnowsWithWhatAProtocolAccepts) {
  EXPECT_EQ(AcceptingExitCode(CheckerKind::kIcpc), 42);
  EXPECT_EQ(AcceptingExitCode(CheckerKind::kTestlib), 0);
}

TEST(GradePair, SpeaksOfTheInteractor) {
  RunResult word = Exited(1);
  word.stderr_bytes = "wrong answer 3 is not it";
  Checker checker;
  checker.kind = CheckerKind::kTestlib;
  EXPECT_EQ(
      GradePair(checker, InteractorFirst(word, kKilled), Executable::kArtifact).judgement.message,
      "the interactor rejects the output: wrong answer 3 is not it");
}

}  // namespace
}  // namespace assay
