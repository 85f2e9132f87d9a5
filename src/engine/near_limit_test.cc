// Time limits near the edge: what decides is the fastest of several runs, and what isn't near the
// edge is never run twice.
#include "engine/near_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "engine/engine.h"
#include "engine/engine_fixture.h"
#include "engine/quiet_lane.h"
#include "engine/timed_runs.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(NearLimit, GraceIsForTimeAlone) {
  Limits limits;
  limits.cpu_time = seconds(4);
  limits.wall_time = seconds(8);
  const Limits more = WithGrace(limits, 25);
  EXPECT_EQ(more.cpu_time, seconds(5));
  EXPECT_EQ(more.wall_time, seconds(10));
  EXPECT_EQ(more.memory_bytes, limits.memory_bytes);
}

TEST(NearLimit, StarvedTimeDoesNotCount) {
  Limits limits;
  limits.cpu_time = limits.wall_time = seconds(1);
  RunResult run = Exited(0);
  run.wall_time = milliseconds(1500);
  EXPECT_TRUE(ExceedsTime(run, limits));
  run.starved_time = milliseconds(600);
  EXPECT_FALSE(ExceedsTime(run, limits));
  EXPECT_TRUE(WasStarved(run));
  run.cpu_time = milliseconds(1001);
  EXPECT_TRUE(ExceedsTime(run, limits));
  StopAtLimit(limits, &run);
  EXPECT_EQ(run.status, RunStatus::kCpuLimit);
}

TEST(NearLimit, WallTimeDoesNotDecideAboutARunThatComputes) {
  Limits limits;
  limits.cpu_time = limits.wall_time = seconds(1);
  RunResult run = Exited(0);
  run.cpu_time = milliseconds(990);
  run.wall_time = milliseconds(1030);
  EXPECT_FALSE(ExceedsTime(run, limits));
  run.wall_time = milliseconds(1050);  // more idle than switching explains
  EXPECT_TRUE(ExceedsTime(run, limits));
  run.wall_time = milliseconds(1030);
  limits.cpu_time = seconds(2);  // the wall limit is the one meant
  EXPECT_TRUE(ExceedsTime(run, limits));
}

TEST(NearLimit, TheNearerTheMoreRuns) {
  Limits limits;
  limits.cpu_time = limits.wall_time = seconds(1);
  const std::vector<std::pair<int, int>> cases = {{900, 1},   {1000, 1},  {1005, 24}, {1010, 24},
                                                  {1020, 16}, {1050, 10}, {1200, 3}};
  for (const auto& [cost_ms, count] : cases) {
    RunResult run = Exited(0);
    run.wall_time = run.cpu_time = milliseconds(cost_ms);
    EXPECT_EQ(RunsThatDecide(run, limits), count) << cost_ms;
  }
  RunResult asleep = Exited(0);
  asleep.wall_time = milliseconds(1005);
  EXPECT_EQ(RunsThatDecide(asleep, limits), 2);
}

TEST(Savings, AreEarnedAndSpent) {
  FakeClock clock;
  Savings savings(clock, 0.5, seconds(10));
  savings.Spend(seconds(9));
  EXPECT_TRUE(savings.left());
  savings.Spend(seconds(3));
  EXPECT_FALSE(savings.left());
  clock.Advance(seconds(4));
  EXPECT_FALSE(savings.left());
  clock.Advance(seconds(1));
  EXPECT_TRUE(savings.left());
  clock.Advance(seconds(1000));
  savings.Spend(seconds(10));  // no more than that was kept
  EXPECT_FALSE(savings.left());
}

TEST(QuietLane, AQuietRunIsAlone) {
  const RealClock clock;
  QuietLane lane(clock);
  const CancelToken cancel;
  std::atomic<int> running{0};
  std::atomic<bool> alone{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int j = 0; j < 50; ++j) {
        if (i == 0 && j % 5 == 0) {
          if (lane.EnterQuiet(cancel, Generous()) != QuietLane::Entry::kEntered) continue;
          alone = true;
          if (running != 0) ++wrong;
          alone = false;
          lane.LeaveQuiet();
        } else {
          const QuietLane::Shared in_lane(lane);
          ++running;
          if (alone) ++wrong;
          --running;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(QuietLane, TellsWhetherARunHadCompany) {
  const FakeClock clock;
  QuietLane lane(clock);
  const QuietLane::Shared first(lane);
  EXPECT_FALSE(first.had_company());
  { const QuietLane::Shared second(lane); }
  EXPECT_TRUE(first.had_company());
}

TEST(QuietLane, PausesArePaidForFromSavings) {
  FakeClock clock;
  QuietLane lane(clock);
  const CancelToken cancel;
  ASSERT_EQ(lane.EnterQuiet(cancel, SteadyTime::max()), QuietLane::Entry::kEntered);
  clock.Advance(seconds(40));
  lane.LeaveQuiet();
  EXPECT_EQ(lane.EnterQuiet(cancel, SteadyTime::max()), QuietLane::Entry::kRefused);
  clock.Advance(seconds(200));
  EXPECT_EQ(lane.EnterQuiet(cancel, SteadyTime::max()), QuietLane::Entry::kEntered);
  lane.LeaveQuiet();
}

TEST(QuietLane, WaitingEndsWhenNobodyWantsTheRun) {
  FakeClock clock;
  QuietLane lane(clock);
  CancelToken cancel;
  {
    const QuietLane::Shared busy(lane);
    cancel.Cancel();
    EXPECT_EQ(lane.EnterQuiet(cancel, SteadyTime::max()), QuietLane::Entry::kCancelled);
    const CancelToken other;
    EXPECT_EQ(lane.EnterQuiet(other, clock.Now()), QuietLane::Entry::kCancelled);
  }
  const QuietLane::Shared next(lane);  // nobody is waited for
}

// A program that needs, run after run, the CPU times of `costs_`, and the last one ever after.
// Those over the limit asked for are stopped at it.
class NearLimitTest : public EngineFixture {
 protected:
  void Start() {
    runner_ = std::make_unique<FakeRunner>(2);
    runner_->set_handler(
        [this](const RunRequest& request, const CancelToken*) -> std::optional<Result<RunResult>> {
          return Result<RunResult>(Play(request));
        });
    EngineFixture::Start(2, {});
  }
  RunResult Play(const RunRequest& request) {
    RunResult run = Exited(0, std::string(request.stdin_bytes->view()));
    run.cpu_time = run.wall_time = costs_[std::min(limits_.size(), costs_.size() - 1)];
    if (limits_.empty()) run.starved_time = starved_;
    limits_.push_back(request.limits.cpu_time);
    if (run.cpu_time > request.limits.cpu_time) {
      run.status = RunStatus::kCpuLimit;
      run.cpu_time = request.limits.cpu_time;
    }
    return run;
  }
  SubmissionResult Judge(std::vector<int> costs_ms, ProblemMode mode = ProblemMode::kStdinStdout) {
    costs_.clear();
    limits_.clear();
    for (const int cost : costs_ms) costs_.emplace_back(milliseconds(cost));
    Submission submission = MakeSubmission({"x"});
    auto problem = std::make_shared<Problem>(*submission.problem);
    problem->mode = mode;
    submission.problem = problem;
    submission.limits.cpu_time = submission.limits.wall_time = milliseconds(1000);
    const std::string name = std::to_string(++judged_);
    submission.code = name;  // another program each time
    return EngineFixture::Judge(name, std::move(submission));
  }
  size_t runs() const { return limits_.size(); }

  std::vector<Nanoseconds> costs_;
  Nanoseconds starved_{0};
  std::vector<Nanoseconds> limits_;
  int judged_ = 0;
};

TEST_F(NearLimitTest, WithinTheLimitNothingIsRepeated) {
  Start();
  starved_ = milliseconds(500);
  EXPECT_EQ(Judge({999, 0}).verdict, Verdict::kAccepted);
  EXPECT_EQ(runs(), 1);
}

TEST_F(NearLimitTest, EndlessLoopsAreNotRunTwice) {
  Start();
  starved_ = milliseconds(500);
  const SubmissionResult result = Judge({100'000, 1});
  EXPECT_EQ(result.verdict, Verdict::kTimeLimit);
  EXPECT_EQ(result.reason, Reason::kCpuLimit);
  EXPECT_EQ(runs(), 1);
}

TEST_F(NearLimitTest, ARunWithinTheLimitDecides) {
  Start();
  for (const bool busy : {false, true}) {
    starved_ = milliseconds(busy ? 300 : 0);
    EXPECT_EQ(Judge({1100, 1050, 1300, 950}).verdict, Verdict::kAccepted);
    EXPECT_EQ(limits_, std::vector<Nanoseconds>(4, milliseconds(1250)));
  }
  EXPECT_EQ(engine_->stats().near_limit_reruns, 6);
  EXPECT_EQ(engine_->stats().near_limit_cleared, 2);
}

TEST_F(NearLimitTest, TheBestRunSaysHowMany) {
  Start();
  const std::vector<std::pair<std::vector<int>, size_t>> cases = {
      {{1200}, 3}, {{1200, 1050}, 10}, {{1200, 1300}, 3}, {{1020, 1200}, 16}, {{1001}, 24}};
  for (const auto& [costs, count] : cases) {
    const SubmissionResult result = Judge(costs);
    EXPECT_EQ(result.verdict, Verdict::kTimeLimit);
    EXPECT_EQ(result.reason, Reason::kCpuLimit);
    EXPECT_EQ(result.tests[0].run.status, RunStatus::kCpuLimit);
    EXPECT_EQ(runs(), count);
  }
  EXPECT_EQ(engine_->stats().near_limit_cleared, 0);
}

TEST_F(NearLimitTest, PlainRunsHaveExactLimits) {
  Start();
  Judge({1100, 1}, ProblemMode::kRun);
  EXPECT_THAT(limits_, ::testing::ElementsAre(milliseconds(1000)));
}

// Straight to TimedRuns, with a clock that goes on by a second a run.
class TimedRunsTest : public ::testing::Test {
 protected:
  // How often a program of that cost is run before it is over its limit. The run after `most` is
  // stopped by the end of the total time.
  int RunsOf(TimedRuns& runs, Nanoseconds limit, Nanoseconds cost, int most = 1000) {
    RunRequest request;
    request.limits.cpu_time = request.limits.wall_time = limit;
    Task task;
    task.cancel = std::make_shared<CancelToken>();
    int count = 0;
    const RunAnswer answer = runs.Judged(request, task, [&](const RunRequest&) -> RunAnswer {
      if (++count > most) return TaskStopped{true};
      clock_.Advance(seconds(1));
      RunResult result = Exited(0);
      result.cpu_time = cost;
      return result;
    });
    EXPECT_EQ(std::get<RunResult>(answer).status, RunStatus::kCpuLimit);
    return count;
  }

  FakeClock clock_;
};

TEST_F(TimedRunsTest, AFloodNearTheLimitGetsTwoRunsEach) {
  TimedRuns runs(clock_, 1, 25);
  std::vector<int> counts;
  for (int i = 0; i < 20; ++i) counts.push_back(RunsOf(runs, seconds(1), milliseconds(1005)));
  EXPECT_EQ(counts.front(), 24);
  EXPECT_LE(counts.back(), 4);
  EngineStats stats;
  runs.AddStats(&stats);
  EXPECT_GT(stats.near_limit_refused, 10);
}

TEST_F(TimedRunsTest, ALongLimitIsNotWaitedForTwentyTimes) {
  TimedRuns runs(clock_, 64, 25);
  EXPECT_EQ(RunsOf(runs, seconds(60), milliseconds(60'100)), 2);
}

TEST_F(TimedRunsTest, TheEndOfTheTotalTimeLeavesWhatIsKnown) {
  TimedRuns runs(clock_, 1, 25);
  EXPECT_EQ(RunsOf(runs, seconds(1), milliseconds(1005), 2), 3);
}

}  // namespace
}  // namespace assay
