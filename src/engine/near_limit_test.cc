// Time limits near the edge: what decides is a run on a quiet host, and what isn't near the edge is
// never run twice.
#include "engine/near_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "engine/engine.h"
#include "engine/engine_fixture.h"
#include "engine/quiet_lane.h"

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

// Programs are named by their input: "TIME [busy TIME]", milliseconds of CPU time alone and, if
// given, on the first run. Those over the limit asked for are stopped at it.
class NearLimitTest : public EngineFixture {
 protected:
  void Start(EngineOptions options = {}) {
    runner_ = std::make_unique<FakeRunner>(2);
    runner_->set_handler(
        [this](const RunRequest& request, const CancelToken*) -> std::optional<Result<RunResult>> {
          return Result<RunResult>(Play(request));
        });
    EngineFixture::Start(2, options);
  }
  RunResult Play(const RunRequest& request) {
    RunResult run = Exited(0, std::string(request.stdin_bytes->view()));
    const bool first = ++runs_ == 1;
    run.cpu_time = run.wall_time = first ? first_ : later_;
    if (first) run.starved_time = starved_;
    limits_.push_back(request.limits.cpu_time);
    if (run.cpu_time > request.limits.cpu_time) {
      run.status = RunStatus::kCpuLimit;
      run.cpu_time = request.limits.cpu_time;
    }
    return run;
  }
  SubmissionResult Judge(Nanoseconds first, Nanoseconds later, Nanoseconds starved,
                         ProblemMode mode = ProblemMode::kStdinStdout) {
    first_ = first;
    later_ = later;
    starved_ = starved;
    Submission submission = MakeSubmission({"x"});
    auto problem = std::make_shared<Problem>(*submission.problem);
    problem->mode = mode;
    submission.problem = problem;
    submission.limits.cpu_time = submission.limits.wall_time = milliseconds(1000);
    return EngineFixture::Judge(std::move(submission));
  }

  Nanoseconds first_{0}, later_{0}, starved_{0};
  std::atomic<int> runs_{0};
  std::vector<Nanoseconds> limits_;
};

TEST_F(NearLimitTest, WithinTheLimitNothingIsRepeated) {
  Start();
  EXPECT_EQ(Judge(milliseconds(999), milliseconds(0), milliseconds(500)).verdict,
            Verdict::kAccepted);
  EXPECT_EQ(runs_, 1);
}

TEST_F(NearLimitTest, EndlessLoopsAreNotRunTwice) {
  Start();
  const SubmissionResult result = Judge(seconds(100), milliseconds(1), milliseconds(500));
  EXPECT_EQ(result.verdict, Verdict::kTimeLimit);
  EXPECT_EQ(result.reason, "cpu_limit");
  EXPECT_EQ(runs_, 1);
}

TEST_F(NearLimitTest, OnABusyHostAQuietRunClears) {
  Start();
  EXPECT_EQ(Judge(milliseconds(1100), milliseconds(950), milliseconds(300)).verdict,
            Verdict::kAccepted);
  EXPECT_THAT(limits_, ::testing::ElementsAre(milliseconds(1250), milliseconds(1000)));
  EXPECT_EQ(engine_->stats().quiet_reruns, 1);
  EXPECT_EQ(engine_->stats().quiet_cleared, 1);
}

TEST_F(NearLimitTest, OrConfirms) {
  Start();
  const SubmissionResult result = Judge(milliseconds(1100), milliseconds(1050), milliseconds(300));
  EXPECT_EQ(result.verdict, Verdict::kTimeLimit);
  EXPECT_EQ(result.reason, "cpu_limit");
  EXPECT_EQ(runs_, 2);
  EXPECT_EQ(engine_->stats().quiet_cleared, 0);
}

TEST_F(NearLimitTest, OnAQuietHostTheFirstRunDecides) {
  Start();
  const SubmissionResult result = Judge(milliseconds(1001), milliseconds(1), milliseconds(0));
  EXPECT_EQ(result.verdict, Verdict::kTimeLimit);
  EXPECT_EQ(result.tests[0].run.status, RunStatus::kCpuLimit);
  EXPECT_EQ(runs_, 1);
}

TEST_F(NearLimitTest, PlainRunsHaveExactLimits) {
  Start();
  Judge(milliseconds(1100), milliseconds(1), milliseconds(500), ProblemMode::kRun);
  EXPECT_THAT(limits_, ::testing::ElementsAre(milliseconds(1000)));
}

}  // namespace
}  // namespace assay
