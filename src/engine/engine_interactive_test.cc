// Interactive problems in the engine, with pairs that a handler plays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/engine.h"
#include "engine/engine_test_util.h"
#include "grading/grade.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

PairResult Pair(RunResult candidate, RunResult interactor) {
  PairResult pair;
  pair.candidate = std::move(candidate);
  pair.interactor = std::move(interactor);
  return pair;
}

std::string FileOf(const RunRequest& request, const std::string& path) {
  for (const InputFile& file : request.files) {
    if (file.path == path) return std::string(file.contents->view());
  }
  return "<none>";
}

class InteractiveRunTest : public testing::Test {
 protected:
  void Start(FakeRunner::PairHandler handler, int slots = 1) {
    engine_.reset();
    runner_ = std::make_unique<FakeRunner>(slots);
    runner_->set_pair_handler(std::move(handler));
    engine_ = std::make_unique<Engine>(EngineOptions{}, *runner_, TestLanguages(), clock_, nullptr);
  }
  static Submission Interactive(const std::vector<std::string>& inputs,
                                const std::function<void(Checker*)>& change = {}) {
    Submission submission = MakeSubmission(inputs);
    auto problem = std::make_shared<Problem>(*submission.problem);
    Checker checker;
    checker.kind = CheckerKind::kIcpc;
    checker.interactive = true;
    checker.source = "import sys";
    if (change) change(&checker);
    problem->checker = checker;
    submission.problem = problem;
    submission.limits.cpu_time = submission.limits.wall_time = seconds(4);
    return submission;
  }
  // An interactor of testlib's and a checker of what it writes.
  static Submission Transcribed(const std::vector<std::string>& inputs,
                                const std::string& checker_language = "python") {
    Submission submission =
        Interactive(inputs, [](Checker* checker) { checker->kind = CheckerKind::kTestlib; });
    auto problem = std::make_shared<Problem>(*submission.problem);
    problem->transcript_checker.emplace();
    problem->transcript_checker->kind = CheckerKind::kTestlib;
    problem->transcript_checker->language = checker_language;
    problem->transcript_checker->source = "judge";
    submission.problem = problem;
    return submission;
  }
  // The candidate's run and the interactor's, which writes `transcript`.
  void StartTranscribing(RunResult candidate, RunResult interactor, const std::string& transcript) {
    interactor.files[kTranscriptFile] = Blob::FromString(transcript);
    Start([=](const PairRequest& request, const CancelToken*) {
      EXPECT_THAT(request.interactor.fetch, testing::Contains(kTranscriptFile));
      return Pair(candidate, interactor);
    });
  }
  // What checkers (and their compilers) end as.
  void PlayChecker(const std::string& purpose, Result<RunResult> end) {
    runner_->set_handler([this, purpose, end](const RunRequest& request, const CancelToken*) {
      if (request.purpose == "checker") checked_ = request;
      return request.purpose == purpose ? std::optional(end) : std::nullopt;
    });
  }
  SubmissionResult Judge(Submission submission) {
    const std::string name = std::to_string(++judged_);
    EXPECT_TRUE(engine_->Submit(std::move(submission), sink_.Done(name)).ok());
    return sink_.Await(name);
  }

  RealClock clock_;
  std::unique_ptr<FakeRunner> runner_;
  Sink sink_;
  int judged_ = 0;
  RunRequest checked_;  // by a checker
  std::unique_ptr<Engine> engine_;
};

TEST_F(InteractiveRunTest, TheCandidateHearsOfTheInputOnlyFromTheInteractor) {
  PairRequest seen;
  Start([&](const PairRequest& request, const CancelToken*) {
    seen = request;
    return Pair(Exited(0, "said"), Exited(42));
  });
  const SubmissionResult result = Judge(Interactive({"secret"}));
  EXPECT_EQ(result.verdict, Verdict::kAccepted);
  EXPECT_TRUE(result.tests[0].by_checker);
  EXPECT_EQ(result.tests[0].run.stdout_bytes, "said");
  EXPECT_EQ(seen.candidate.stdin_bytes, nullptr);
  for (const InputFile& file : seen.candidate.files) {
    EXPECT_THAT(std::string(file.contents->view()), testing::Not(testing::HasSubstr("secret")));
  }
  EXPECT_EQ(FileOf(seen.interactor, "assay_input.txt"), "secret");
  EXPECT_EQ(seen.accepting_exit_code, 42);
  EXPECT_EQ(runner_->Count("pair"), 1);
  EXPECT_EQ(runner_->Count("test"), 0);
}

TEST_F(InteractiveRunTest, EveryTestIsAPairAndTheFirstFailureDecides) {
  Start([](const PairRequest& request, const CancelToken*) {
    return Pair(Exited(0), Exited(FileOf(request.interactor, "assay_input.txt") == "2" ? 43 : 42));
  });
  const SubmissionResult result = Judge(Interactive({"1", "2", "3"}));
  EXPECT_THAT(Verdicts(result),
              testing::ElementsAre(Verdict::kAccepted, Verdict::kWrongAnswer, Verdict::kSkipped));
  EXPECT_EQ(result.score, 0.0);
}

TEST_F(InteractiveRunTest, AnInteractorsFailureHasNoScore) {
  Start([](const PairRequest&, const CancelToken*) {
    return Pair(Ended(RunStatus::kSignalled), Ended(RunStatus::kSignalled));
  });
  const SubmissionResult result = Judge(Interactive({"1"}));
  EXPECT_EQ(result.verdict, Verdict::kJudgeError);
  EXPECT_EQ(result.cause, Cause::kProblem);
  EXPECT_TRUE(result.masked());
}

TEST_F(InteractiveRunTest, OneThatDoesNotCompileIsNeverRun) {
  Start([](const PairRequest&, const CancelToken*) { return Pair(Exited(0), Exited(42)); });
  runner_->set_handler([](const RunRequest& request, const CancelToken*) {
    return request.purpose == "checker-compile" ? std::optional(Result<RunResult>(Exited(1)))
                                                : std::nullopt;
  });
  const SubmissionResult result =
      Judge(Interactive({"1"}, [](Checker* c) { c->language = "cpp"; }));
  EXPECT_EQ(result.reason, Reason::kCheckerCompileError);
  EXPECT_EQ(result.cause, Cause::kProblem);
  EXPECT_EQ(runner_->Count("pair"), 0);
}

TEST_F(InteractiveRunTest, AnotherPassGetsWhatTheInteractorLeft) {
  std::vector<std::string> inputs, states;
  Start([&](const PairRequest& request, const CancelToken*) {
    inputs.push_back(FileOf(request.interactor, "assay_input.txt"));
    states.push_back(FileOf(request.interactor, "feedback/state"));
    RunResult interactor = Exited(42);
    interactor.files["feedback/state"] = Blob::FromString("kept");
    if (inputs.size() == 1) interactor.files["feedback/nextpass.in"] = Blob::FromString("again");
    RunResult candidate = Exited(0);
    candidate.cpu_time = milliseconds(inputs.size() == 1 ? 70 : 30);
    return Pair(candidate, interactor);
  });
  const auto twice = [](Checker* checker) { checker->passes = 2; };
  const SubmissionResult result = Judge(Interactive({"first"}, twice));
  EXPECT_EQ(result.verdict, Verdict::kAccepted);
  EXPECT_EQ(result.tests[0].run.cpu_time, milliseconds(70)) << "the slowest pass counts";
  EXPECT_THAT(inputs, testing::ElementsAre("first", "again"));
  EXPECT_THAT(states, testing::ElementsAre("<none>", "kept"));
}

TEST_F(InteractiveRunTest, NearTheLimitBothAreRunAgainTogether) {
  int tries = 0;
  Start([&](const PairRequest& request, const CancelToken*) {
    EXPECT_EQ(FileOf(request.interactor, "assay_input.txt"), "1");
    RunResult slow = Exited(0);
    slow.cpu_time = ++tries == 1 ? milliseconds(4500) : milliseconds(3900);
    slow.wall_time = seconds(5);
    slow.starved_time = seconds(1);
    EXPECT_EQ(request.candidate.limits.cpu_time, seconds(5));
    return Pair(slow, Exited(42));
  });
  EXPECT_EQ(Judge(Interactive({"1"})).verdict, Verdict::kAccepted);
  EXPECT_EQ(tries, 2);
  EXPECT_EQ(engine_->stats().near_limit_reruns, 1);
  EXPECT_EQ(engine_->stats().near_limit_cleared, 1);
}

TEST_F(InteractiveRunTest, FaultsOfOursAreTriedAgainAndThenTold) {
  int tries = 0;
  Start([&](const PairRequest&, const CancelToken*) -> Result<PairResult> {
    if (++tries <= 2 || tries > 3) return Broken();
    return Pair(Exited(0), Exited(42));
  });
  EXPECT_EQ(Judge(Interactive({"1"})).verdict, Verdict::kAccepted);
  EXPECT_EQ(tries, 3);
  const SubmissionResult result = Judge(Interactive({"2"}));
  EXPECT_EQ(result.cause, Cause::kInfrastructure);
  EXPECT_EQ(tries, 6);
}

TEST_F(InteractiveRunTest, ACheckerReadsWhatTheInteractorWrote) {
  for (const auto& [code, verdict] :
       {std::pair(0, Verdict::kAccepted), std::pair(1, Verdict::kWrongAnswer),
        std::pair(2, Verdict::kPresentationError)}) {
    StartTranscribing(Exited(0, "said"), Exited(0), "transcript");
    PlayChecker("checker", Exited(code));
    const SubmissionResult result = Judge(Transcribed({"input"}));
    EXPECT_EQ(result.verdict, verdict);
    EXPECT_EQ(result.cause, Cause::kCandidate);
    EXPECT_TRUE(result.tests[0].by_checker);
    EXPECT_EQ(FileOf(checked_, "assay_input.txt"), "input");
    EXPECT_EQ(FileOf(checked_, "assay_output.txt"), "transcript");
    EXPECT_EQ(runner_->Count("checker"), 1);
  }
}

TEST_F(InteractiveRunTest, WhatAnInteractorDidNotWriteIsAnEmptyOutput) {
  Start([](const PairRequest&, const CancelToken*) { return Pair(Exited(0), Exited(0)); });
  PlayChecker("checker", Exited(0));
  EXPECT_EQ(Judge(Transcribed({"input"})).verdict, Verdict::kAccepted);
  EXPECT_EQ(FileOf(checked_, "assay_output.txt"), "");
}

TEST_F(InteractiveRunTest, TheCheckerIsAskedOnlyWhenTheInteractorAccepts) {
  const std::tuple<RunResult, RunResult, Verdict> cases[] = {
      {Exited(0), Exited(1), Verdict::kWrongAnswer},
      {Exited(0), Exited(3), Verdict::kJudgeError},
      {Exited(5), Exited(0), Verdict::kRuntimeError},
  };
  for (const auto& [candidate, interactor, verdict] : cases) {
    StartTranscribing(candidate, interactor, "transcript");
    PlayChecker("checker", Exited(0));
    EXPECT_EQ(Judge(Transcribed({"input"})).verdict, verdict);
    EXPECT_EQ(runner_->Count("checker"), 0);
  }
}

TEST_F(InteractiveRunTest, ACheckersFaultIsTheProblems) {
  for (const RunResult& end : {Exited(3), Exited(255), Ended(RunStatus::kSignalled),
                               Ended(RunStatus::kCpuLimit), Ended(RunStatus::kOutputLimit)}) {
    StartTranscribing(Exited(0), Exited(0), "transcript");
    PlayChecker("checker", end);
    const SubmissionResult result = Judge(Transcribed({"input"}));
    EXPECT_EQ(result.verdict, Verdict::kJudgeError);
    EXPECT_EQ(result.cause, Cause::kProblem);
    EXPECT_TRUE(result.masked());
  }
}

TEST_F(InteractiveRunTest, ACheckerThatDoesNotCompileFailsWhatNeedsIt) {
  Start([](const PairRequest& request, const CancelToken*) {
    return Pair(Exited(0), Exited(FileOf(request.interactor, "assay_input.txt") == "bad" ? 1 : 0));
  });
  PlayChecker("checker-compile", Exited(1));
  EXPECT_EQ(Judge(Transcribed({"good"}, "cpp")).reason, Reason::kCheckerCompileError);
  EXPECT_EQ(Judge(Transcribed({"bad"}, "cpp")).verdict, Verdict::kWrongAnswer);
  EXPECT_EQ(runner_->Count("checker"), 0);
}

TEST_F(InteractiveRunTest, ACheckerThatCannotBeRunIsOurFault) {
  StartTranscribing(Exited(0), Exited(0), "transcript");
  PlayChecker("checker", Broken());
  EXPECT_EQ(Judge(Transcribed({"input"})).cause, Cause::kInfrastructure);
}

TEST_F(InteractiveRunTest, PairsNeedNoMoreThanTheirSlot) {
  Start([](const PairRequest&, const CancelToken*) { return Pair(Exited(0), Exited(42)); }, 2);
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(
        engine_->Submit(Interactive({"1", "2", "3"}), sink_.Done("x" + std::to_string(i))).ok());
  }
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(sink_.Await("x" + std::to_string(i)).verdict, Verdict::kAccepted);
  }
  EXPECT_LE(runner_->most_running(), 2);
}

}  // namespace
}  // namespace assay
