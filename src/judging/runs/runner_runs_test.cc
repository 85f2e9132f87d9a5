#include "judging/runs/runner_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <utility>
#include <vector>

#include "judging/testing.h"

namespace assay {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;

// Plays ends one after the other; each run takes a second.
class PlayedRunner final : public Runner {
 public:
  explicit PlayedRunner(FakeClock& clock) : clock_(clock) {}

  Result<RunResult> Run(const RunRequest& request, const CancelToken*) override {
    requests_.push_back(request);
    clock_.Advance(seconds(1));
    Result<RunResult> end = std::move(ends_.front());
    ends_.pop_front();
    return end;
  }
  Result<PairResult> RunPair(const PairRequest& request, const CancelToken* cancel) override {
    interactor_limits_.push_back(request.interactor.limits.wall_time);
    auto candidate = Run(request.candidate, cancel);
    if (!candidate.ok()) return candidate.error();
    PairResult pair;
    pair.candidate = std::move(candidate).value();
    pair.interactor = Exited(interactor_exit_, std::to_string(requests_.size()));
    if (++pairs_ == strange_pair_) pair.interactor.exit_code = 1;
    return pair;
  }
  int slots() const override { return 1; }
  std::string tier() const override { return "fake"; }

  FakeClock& clock_;
  std::deque<Result<RunResult>> ends_;
  std::vector<RunRequest> requests_;
  std::vector<Nanoseconds> interactor_limits_;
  int interactor_exit_ = 42;
  int pairs_ = 0;
  int strange_pair_ = 0;  // which one's interactor is not content
};

class Watcher final : public RunObserver {
 public:
  void OnRun(std::string_view language, std::string_view purpose, const RunResult&) override {
    seen_.push_back(std::string(language) + " " + std::string(purpose));
  }
  void OnRunnerError(const Error&) override { seen_.push_back("error"); }

  std::vector<std::string> seen_;
};

class RunnerRunsTest : public ::testing::Test {
 protected:
  PlannedRun Planned(LimitLeniency leniency = LimitLeniency::kExact) {
    PlannedRun run{{}, "python", leniency};
    run.request.limits.cpu_time = run.request.limits.wall_time = seconds(4);
    return run;
  }
  PlannedPair PlannedTogether() {
    PlannedPair pair;
    pair.candidate_language = "python";
    pair.interactor_language = "cpp";
    pair.leniency = LimitLeniency::kNearLimit;
    pair.request.candidate = Planned().request;
    pair.request.interactor.purpose = "interactor";
    pair.request.interactor.limits.wall_time = seconds(30);
    return pair;
  }
  static RunResult Took(Nanoseconds cpu_time) {
    RunResult run = Exited(0);
    run.cpu_time = cpu_time;
    return run;
  }

  FakeClock clock_;
  PlayedRunner runner_{clock_};
  TimedRuns timed_{clock_, 1, 25};
  Watcher watcher_;
  const RunnerRuns::Rig rig_{runner_, clock_, timed_, &watcher_, 3};
  CancelToken cancel_;
  RunnerRuns runs_{rig_, {cancel_}};
};

TEST_F(RunnerRunsTest, TriesAgainWhenOurEnvironmentFails) {
  runner_.ends_ = {Broken(), Broken(), Exited(7)};
  const RunAnswer answer = runs_.Run(Planned());
  EXPECT_EQ(std::get<RunResult>(answer).exit_code, 7);
  EXPECT_THAT(watcher_.seen_, ElementsAre("error", "error", "python test"));
}

TEST_F(RunnerRunsTest, TheLastOfSeveralTriesIsToldAsItIs) {
  runner_.ends_ = {Broken(), Broken(), Broken(), Exited(0)};
  EXPECT_EQ(std::get<Error>(runs_.Run(Planned())).message, Broken().message);
  EXPECT_EQ(runner_.requests_.size(), 3u);
}

TEST_F(RunnerRunsTest, WhatAnotherTryWontCureIsNotTriedAgain) {
  runner_.ends_ = {Error{ErrorCode::kInvalidArgument, "fake", 0, "no"}, Exited(0)};
  EXPECT_TRUE(std::holds_alternative<Error>(runs_.Run(Planned())));
  EXPECT_EQ(runner_.requests_.size(), 1u);
}

TEST_F(RunnerRunsTest, NothingRunsOnceNobodyWantsIt) {
  cancel_.Cancel();
  EXPECT_FALSE(std::get<TaskStopped>(runs_.Run(Planned())).total_timeout);
  const CancelToken fresh;
  RunnerRuns late(rig_, {fresh, clock_.Now()});
  EXPECT_TRUE(std::get<TaskStopped>(late.Run(Planned())).total_timeout);
  EXPECT_TRUE(runner_.requests_.empty());
}

TEST_F(RunnerRunsTest, TheTotalTimeCutsTheWallLimit) {
  RunnerRuns runs(rig_, {cancel_, clock_.Now() + seconds(3)});
  runner_.ends_ = {Ended(RunStatus::kWallLimit)};
  EXPECT_TRUE(std::get<TaskStopped>(runs.Run(Planned())).total_timeout);
  EXPECT_EQ(runner_.requests_[0].limits.wall_time, seconds(3));
}

TEST_F(RunnerRunsTest, OnlyALenientRunIsRepeatedNearItsLimit) {
  runner_.ends_ = {Took(seconds(5)), Took(seconds(5)), Took(seconds(3))};
  EXPECT_EQ(std::get<RunResult>(runs_.Run(Planned())).cpu_time, seconds(5));
  EXPECT_EQ(runner_.requests_.size(), 1u);
  EXPECT_EQ(runner_.requests_[0].limits.cpu_time, seconds(4));
  const RunAnswer answer = runs_.Run(Planned(LimitLeniency::kNearLimit));
  EXPECT_EQ(std::get<RunResult>(answer).cpu_time, seconds(3));
  EXPECT_EQ(runner_.requests_[1].limits.cpu_time, seconds(5));
  EXPECT_EQ(runner_.requests_.size(), 3u);
}

TEST_F(RunnerRunsTest, APairIsTriedAndTimedTogether) {
  const PlannedPair pair = PlannedTogether();
  RunnerRuns runs(rig_, {cancel_, clock_.Now() + seconds(10)});
  runner_.ends_ = {Broken(), Took(seconds(5)), Took(seconds(3))};
  const PairAnswer answer = runs.RunPair(pair);
  const auto& result = std::get<PairResult>(answer);
  EXPECT_EQ(result.candidate.cpu_time, seconds(3));
  EXPECT_EQ(result.interactor.stdout_bytes, "3") << "both are of the last run";
  EXPECT_THAT(runner_.interactor_limits_, ElementsAre(seconds(10), seconds(9), seconds(8)));
  EXPECT_THAT(watcher_.seen_, ElementsAre("error", "cpp interactor", "python test",
                                          "cpp interactor", "python test"));
}

// What the interactor said of the first pair decides; being quick the second time doesn't.
TEST_F(RunnerRunsTest, APairThatWasNotAcceptedGetsNoSecondChance) {
  for (const int strange : {0, 1, 2}) {
    runner_.pairs_ = 0;
    runner_.strange_pair_ = strange;
    runner_.ends_ = {Took(seconds(5)), Took(seconds(3))};
    const PairAnswer answer = runs_.RunPair(PlannedTogether());
    const auto& result = std::get<PairResult>(answer);
    EXPECT_EQ(result.candidate.status, strange == 0 ? RunStatus::kExited : RunStatus::kCpuLimit);
    EXPECT_EQ(result.candidate.cpu_time, seconds(strange == 0 ? 3 : 5));
    EXPECT_EQ(result.interactor.exit_code, strange == 1 ? 1 : 42) << "of the same pair";
  }
}

}  // namespace
}  // namespace assay
