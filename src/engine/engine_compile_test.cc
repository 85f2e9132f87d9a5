// The engine's compile and checker steps: once for each distinct program, without holding a slot
// while waiting, and without one submission's end being another's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>

#include "engine/engine.h"
#include "engine/engine_fixture.h"

namespace assay {
namespace {

using std::chrono::seconds;
using ::testing::Each;
using ::testing::ElementsAre;

Submission Cpp(const std::string& code, const std::vector<std::string>& inputs) {
  Submission submission = MakeSubmission(inputs);
  submission.language = "cpp";
  submission.code = code;
  return submission;
}

Submission WithChecker(Submission submission, const std::string& language,
                       const std::string& source) {
  auto problem = std::make_shared<Problem>(*submission.problem);
  problem->checker.emplace();
  problem->checker->language = language;
  problem->checker->source = source;
  submission.problem = problem;
  return submission;
}

std::string SourceOf(const RunRequest& request) {
  return request.files.empty() ? "" : std::string(request.files[0].contents->view());
}

// Compiles of "wait NAME" block until the gate of that name opens; "bad" doesn't compile, "slow
// bad" not before its gate opens; "huge"
// hits the memory limit; "unlucky" meets a broken environment. The first N compilers of "shot N"
// are killed from outside; those of "killed N" say that of a program they had started. Checkers
// accept by their source: "accept", "reject", else they crash.
class EngineCompileTest : public EngineFixture {
 protected:
  void Start(int slots) {
    runner_ = std::make_unique<FakeRunner>(slots);
    runner_->set_handler([this](const RunRequest& request, const CancelToken* cancel) {
      return Play(request, cancel);
    });
    EngineFixture::Start(slots);
  }
  std::optional<Result<RunResult>> Play(const RunRequest& request, const CancelToken* cancel) {
    const std::string source = SourceOf(request);
    if (request.purpose == "compile" || request.purpose == "checker-compile") {
      if (source.rfind("wait ", 0) == 0 && !runner_->gate(source.substr(5)).Wait(cancel)) {
        return Result<RunResult>(Ended(RunStatus::kCancelled));
      }
      if (source == "slow bad") runner_->gate("bad").Wait(nullptr);
      if (source == "bad" || source == "slow bad") return Result<RunResult>(Exited(1));
      if (source == "huge") return Result<RunResult>(Ended(RunStatus::kMemoryLimit));
      if (source == "unlucky") return Result<RunResult>(Broken());
      if (source.rfind("killed ", 0) == 0 && kills_++ < std::stoi(source.substr(7))) {
        RunResult killed = Exited(1);
        killed.stderr_bytes = "g++: fatal error: Killed signal terminated program cc1plus\n";
        return Result<RunResult>(killed);
      }
      if (source.rfind("shot ", 0) == 0 && kills_++ < std::stoi(source.substr(5))) {
        RunResult killed = Ended(RunStatus::kSignalled);
        killed.signal = SIGKILL;
        return Result<RunResult>(killed);
      }
    }
    if (request.purpose == "checker") {
      if (source == "accept" || source == "ELF") return Result<RunResult>(Exited(0));
      if (source == "reject") return Result<RunResult>(Exited(1));
      if (source == "unlucky checker") return Result<RunResult>(Broken());
      RunResult crash = Ended(RunStatus::kSignalled);
      crash.signal = 11;
      return Result<RunResult>(crash);
    }
    return std::nullopt;
  }

  std::atomic<int> kills_{0};
};

TEST_F(EngineCompileTest, CompilesOnceForManyTests) {
  Start(2);
  Submission submission = Cpp("ok", std::vector<std::string>(100, "x"));
  submission.stop = StopPolicy::kRunAll;
  const SubmissionResult result = Judge(std::move(submission));
  EXPECT_EQ(result.verdict, kAC);
  EXPECT_EQ(runner_->Count("compile"), 1);
  EXPECT_EQ(runner_->Count("test"), 100);
  ASSERT_TRUE(result.compile.has_value());
  EXPECT_TRUE(result.compile->files.empty());
}

TEST_F(EngineCompileTest, ACompileErrorSkipsEveryTest) {
  Start(2);
  const SubmissionResult result = Judge(Cpp("bad", {"1", "2"}));
  EXPECT_EQ(result.verdict, Verdict::kCompileError);
  EXPECT_EQ(result.cause, Cause::kCandidate);
  EXPECT_THAT(Verdicts(result), Each(kSkip));
  EXPECT_EQ(result.tests[0].reason, Reason::kCompileError);
  ASSERT_TRUE(result.compile.has_value());
  EXPECT_EQ(result.compile->exit_code, 1);
  EXPECT_EQ(runner_->Count("test"), 0);
}

TEST_F(EngineCompileTest, AKilledCompilerIsStartedAgain) {
  Start(1);
  for (const std::string code : {"killed 2", "shot 2"}) {
    kills_ = 0;
    Submit(code, Cpp(code, {"1"}));
    EXPECT_EQ(sink_.Await(code).verdict, kAC) << code;
  }
  EXPECT_EQ(runner_->Count("compile"), 6);
}

TEST_F(EngineCompileTest, ACompilerThatIsKilledEveryTimeIsNoVerdict) {
  Start(1);
  const SubmissionResult result = Judge(Cpp("shot 3", {"1"}));
  EXPECT_EQ(result.cause, Cause::kInfrastructure);
  EXPECT_FALSE(result.score.has_value());
}

// A source can make its compiler print what a killed one prints: that is no fault of ours.
TEST_F(EngineCompileTest, WordsOfAKilledCompilerAreACompileErrorButNotRemembered) {
  Start(1);
  EXPECT_EQ(Judge(Cpp("killed 3", {"1"})).reason, Reason::kCompilerCrashed);
  EXPECT_EQ(runner_->Count("compile"), 3);
  Submit("later", Cpp("killed 3", {"1"}));
  EXPECT_EQ(sink_.Await("later").verdict, kAC);
}

TEST_F(EngineCompileTest, IdenticalCompilesInFlightRunOnce) {
  Start(2);
  for (int i = 0; i < 16; ++i) Submit(std::to_string(i), Cpp("wait a", {"1"}));
  runner_->AwaitCalls(1);
  // The waiting ones hold no slot: another submission gets the second one.
  Submit("other", MakeSubmission({"x"}));
  EXPECT_EQ(sink_.Await("other").verdict, kAC);
  runner_->gate("a").Open();
  for (int i = 0; i < 16; ++i) EXPECT_EQ(sink_.Await(std::to_string(i)).verdict, kAC);
  EXPECT_EQ(runner_->Count("compile"), 1);
}

TEST_F(EngineCompileTest, RemembersSuccessAndErrors) {
  Start(1);
  Submit("a", Cpp("ok", {"1"}));
  sink_.Await("a");
  Submit("b", Cpp("ok", {"2"}));
  EXPECT_EQ(sink_.Await("b").verdict, kAC);
  Submit("c", Cpp("bad", {"1"}));
  sink_.Await("c");
  Submit("d", Cpp("bad", {"1"}));
  EXPECT_EQ(sink_.Await("d").verdict, Verdict::kCompileError);
  EXPECT_EQ(runner_->Count("compile"), 2);
}

TEST_F(EngineCompileTest, RemembersNoLimitHitAndNoFaultOfOurs) {
  Start(1);
  for (const std::string code : {"huge", "unlucky"}) {
    const int before = runner_->Count("compile");
    Submit(code + "1", Cpp(code, {"1"}));
    sink_.Await(code + "1");
    const int once = runner_->Count("compile") - before;
    Submit(code + "2", Cpp(code, {"1"}));
    sink_.Await(code + "2");
    EXPECT_EQ(runner_->Count("compile") - before, 2 * once) << code;
  }
}

TEST_F(EngineCompileTest, AFailedEnvironmentIsNoCompileError) {
  Start(1);
  const SubmissionResult result = Judge(Cpp("unlucky", {"1", "2"}));
  EXPECT_EQ(result.verdict, Verdict::kInternalError);
  EXPECT_EQ(result.cause, Cause::kInfrastructure);
  EXPECT_TRUE(result.masked());
  EXPECT_EQ(runner_->Count("compile"), 3);
}

TEST_F(EngineCompileTest, ACancelledLeaderHandsOver) {
  Start(1);
  const TicketPtr leader = Submit("leader", Cpp("wait a", {"1"}));
  runner_->AwaitCalls(1);
  Submit("follower", Cpp("wait a", {"1"}));
  leader->Cancel();
  EXPECT_EQ(sink_.Await("leader").cause, Cause::kCancelled);
  runner_->gate("a").Open();
  EXPECT_EQ(sink_.Await("follower").verdict, kAC);
  EXPECT_EQ(runner_->Count("compile"), 2);
}

TEST_F(EngineCompileTest, ALeaderOutOfTimeHandsOver) {
  Start(2);
  Submission hasty = Cpp("wait a", {"1"});
  hasty.total_timeout = seconds(1);
  Submit("leader", std::move(hasty));
  runner_->AwaitCalls(1);
  Submit("follower", Cpp("wait a", {"1"}));
  clock_.Advance(seconds(2));
  const SubmissionResult leader = sink_.Await("leader");
  EXPECT_EQ(leader.reason, Reason::kTotalTimeout);
  EXPECT_THAT(Verdicts(leader), Each(kSkip));
  runner_->gate("a").Open();
  EXPECT_EQ(sink_.Await("follower").verdict, kAC);
}

TEST_F(EngineCompileTest, AWaiterCanBeCancelled) {
  Start(2);
  Submit("leader", Cpp("wait a", {"1"}));
  runner_->AwaitCalls(1);
  const TicketPtr waiter = Submit("waiter", Cpp("wait a", {"1"}));
  Submit("other", MakeSubmission({"x"}));
  sink_.Await("other");  // by now the waiter waits for the leader's compile
  waiter->Cancel();
  EXPECT_EQ(sink_.Await("waiter").cause, Cause::kCancelled);
  runner_->gate("a").Open();
  EXPECT_EQ(sink_.Await("leader").verdict, kAC);
}

TEST_F(EngineCompileTest, ACompileCanBeCancelled) {
  Start(1);
  const TicketPtr ticket = Submit("it", Cpp("wait a", {"1", "2"}));
  runner_->AwaitCalls(1);
  ticket->Cancel();
  const SubmissionResult result = sink_.Await("it");
  EXPECT_EQ(result.cause, Cause::kCancelled);
  EXPECT_THAT(Verdicts(result), Each(kSkip));
}

TEST_F(EngineCompileTest, AsksTheCheckerOnlyWhenTheComparisonFails) {
  Start(1);
  const SubmissionResult result =
      Judge(WithChecker(MakeSubmission({"1", "wrong", "crash"}), "python", "accept"));
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, kAC, Verdict::kRuntimeError));
  EXPECT_FALSE(result.tests[0].by_checker);
  EXPECT_TRUE(result.tests[1].by_checker);
  EXPECT_EQ(runner_->Count("checker"), 1);
}

TEST_F(EngineCompileTest, TheCheckerCanReject) {
  Start(1);
  const SubmissionResult result = Judge(WithChecker(MakeSubmission({"wrong"}), "python", "reject"));
  EXPECT_EQ(result.verdict, Verdict::kWrongAnswer);
  EXPECT_TRUE(result.tests[0].by_checker);
}

TEST_F(EngineCompileTest, TheCheckerFindsItsFilesAndItsOwnLimits) {
  Start(1);
  Submission submission = WithChecker(MakeSubmission({"wrong"}), "python", "accept");
  submission.limits.cpu_time = seconds(1);
  Judge(std::move(submission));
  const auto calls = runner_->calls();
  ASSERT_EQ(calls.size(), 2u);
  std::map<std::string, std::string> files;
  for (const InputFile& file : calls[1].request.files) files[file.path] = file.contents->view();
  EXPECT_EQ(files["stdin.txt"], "wrong");
  EXPECT_EQ(files["stdout.txt"], "something else");
  EXPECT_EQ(files["answer.txt"], "wrong");
  EXPECT_EQ(calls[1].request.limits.cpu_time, Nanoseconds(seconds(10)));
}

TEST_F(EngineCompileTest, ACrashingCheckerIsTheProblemsFault) {
  Start(1);
  const SubmissionResult result = Judge(WithChecker(MakeSubmission({"wrong"}), "python", "boom"));
  EXPECT_EQ(result.verdict, Verdict::kJudgeError);
  EXPECT_EQ(result.cause, Cause::kProblem);
  EXPECT_TRUE(result.masked());
}

TEST_F(EngineCompileTest, ACheckerWeCannotRunIsOurFault) {
  Start(1);
  const SubmissionResult result =
      Judge(WithChecker(MakeSubmission({"wrong"}), "python", "unlucky checker"));
  EXPECT_EQ(result.verdict, Verdict::kInternalError);
  EXPECT_EQ(result.cause, Cause::kInfrastructure);
  EXPECT_TRUE(result.masked());
}

TEST_F(EngineCompileTest, CheckersAreCompiledOnceForAllSubmissions) {
  Start(2);
  for (int i = 0; i < 8; ++i) {
    Submit(std::to_string(i), WithChecker(MakeSubmission({"1", "wrong", "wrong"}), "cpp", "ok"));
  }
  for (int i = 0; i < 8; ++i) EXPECT_EQ(sink_.Await(std::to_string(i)).verdict, kAC);
  EXPECT_EQ(runner_->Count("checker-compile"), 1);
  EXPECT_EQ(runner_->Count("checker"), 16);
}

TEST_F(EngineCompileTest, ACheckerThatDoesNotCompileFailsOnlyWhoNeedsIt) {
  Start(1);
  Submission submission = WithChecker(MakeSubmission({"1", "wrong", "3"}), "cpp", "bad");
  submission.stop = StopPolicy::kRunAll;
  const SubmissionResult result = Judge(std::move(submission));
  EXPECT_THAT(Verdicts(result), ElementsAre(kAC, Verdict::kJudgeError, kAC));
  EXPECT_EQ(result.tests[1].cause, Cause::kProblem);
  EXPECT_TRUE(result.masked());
}

TEST_F(EngineCompileTest, ACompileErrorStopsTheCheckersCompile) {
  Start(2);
  Submit("it", WithChecker(Cpp("slow bad", {"1"}), "cpp", "wait forever"));
  runner_->AwaitCalls(2);  // both compile side by side
  EXPECT_EQ(runner_->Count("checker-compile"), 1);
  runner_->gate("bad").Open();
  EXPECT_EQ(sink_.Await("it").verdict, Verdict::kCompileError);
}

}  // namespace
}  // namespace assay
