#include "judging/compile.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "judging/runs/runs_test_util.h"
#include "judging/testing.h"

namespace assay {
namespace {

constexpr int kAttempts = 3;

RunResult Shot() {
  RunResult run = Ended(RunStatus::kSignalled);
  run.signal = SIGKILL;
  return run;
}

RunResult SaysShot() {
  RunResult run = Exited(1);
  run.stderr_bytes = "g++: fatal error: Killed signal terminated program cc1plus";
  return run;
}

JobPlan CppPlan() {
  Submission submission = MakeSubmission({"x"});
  submission.language = "cpp";
  return *MakeJobPlan(std::move(submission), TestLanguages());
}

TEST(CompileProgram, AsksOnceAndUnderExactLimits) {
  FakeRuns runs({Exited(1)});
  const RunAnswer answer = CompileProgram(CppPlan(), kCandidateProgram, kAttempts, runs);
  EXPECT_EQ(std::get<RunResult>(answer).exit_code, 1);
  ASSERT_EQ(runs.orders().size(), 1u);
  EXPECT_EQ(runs.orders()[0].leniency, LimitLeniency::kExact);
}

TEST(CompileProgram, AKilledCompilerIsRunAnew) {
  FakeRuns runs({Shot(), SaysShot(), Exited(0)});
  const RunAnswer answer = CompileProgram(CppPlan(), kCandidateProgram, kAttempts, runs);
  EXPECT_EQ(std::get<RunResult>(answer).status, RunStatus::kExited);
  EXPECT_EQ(runs.orders().size(), 3u);
}

TEST(CompileProgram, OneThatIsAlwaysKilledIsOurFault) {
  FakeRuns runs({Shot(), Shot(), Shot(), Exited(0)});
  const RunAnswer answer = CompileProgram(CppPlan(), kCandidateProgram, kAttempts, runs);
  EXPECT_EQ(std::get<Error>(answer).code, ErrorCode::kUnavailable);
}

TEST(CompileProgram, OneThatAlwaysSaysSoIsBelieved) {
  FakeRuns runs({SaysShot(), SaysShot(), SaysShot()});
  const RunAnswer answer = CompileProgram(CppPlan(), kCandidateProgram, kAttempts, runs);
  EXPECT_EQ(std::get<RunResult>(answer).status, RunStatus::kSignalled);
  EXPECT_EQ(std::get<RunResult>(answer).signal, SIGKILL);
}

TEST(CompileProgram, WithoutAResultThereIsNoOtherTry) {
  FakeRuns runs({TaskStopped{true}, Exited(0)});
  const RunAnswer answer = CompileProgram(CppPlan(), kCandidateProgram, kAttempts, runs);
  EXPECT_TRUE(std::get<TaskStopped>(answer).total_timeout);
  EXPECT_EQ(runs.orders().size(), 1u);
}

}  // namespace
}  // namespace assay
