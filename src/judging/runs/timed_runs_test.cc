#include "judging/runs/timed_runs.h"

#include <gtest/gtest.h>

#include <vector>

#include "judging/testing.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Straight to TimedRuns, with a clock that goes on by a second a run.
class TimedRunsTest : public ::testing::Test {
 protected:
  // How often a program of that cost is run before it is over its limit. The run after `most` is
  // stopped by the end of the total time.
  int RunsOf(TimedRuns& runs, Nanoseconds limit, Nanoseconds cost, int most = 1000) {
    RunRequest request;
    request.limits.cpu_time = request.limits.wall_time = limit;
    const CancelToken cancel;
    int count = 0;
    const auto run = [&](const RunRequest&) -> RunAnswer {
      if (++count > most) return TaskStopped{true};
      clock_.Advance(seconds(1));
      RunResult result = Exited(0);
      result.cpu_time = cost;
      return result;
    };
    const RunAnswer answer = runs.Run(request, LimitLeniency::kNearLimit, {cancel}, run);
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
  EXPECT_GT(runs.counts().refused, 10);
}

TEST_F(TimedRunsTest, ALongLimitIsNotWaitedForTwentyTimes) {
  TimedRuns runs(clock_, 64, 25);
  EXPECT_EQ(RunsOf(runs, seconds(60), milliseconds(60'100)), 2);
}

TEST_F(TimedRunsTest, TheEndOfTheTotalTimeLeavesWhatIsKnown) {
  TimedRuns runs(clock_, 1, 25);
  EXPECT_EQ(RunsOf(runs, seconds(1), milliseconds(1005), 2), 3);
}

// The leniency says so, and nothing else: not what the request is labelled as.
TEST_F(TimedRunsTest, OnlyAskedForLeniencyMovesALimit) {
  TimedRuns runs(clock_, 1, 25);
  const CancelToken cancel;
  for (const LimitLeniency leniency : {LimitLeniency::kExact, LimitLeniency::kNearLimit}) {
    for (const char* purpose : {"test", "checker", "anything"}) {
      RunRequest request;
      request.limits.cpu_time = request.limits.wall_time = seconds(4);
      request.purpose = purpose;
      std::vector<Nanoseconds> limits;
      runs.Run(request, leniency, {cancel}, [&](const RunRequest& each) -> RunAnswer {
        limits.push_back(each.limits.cpu_time);
        RunResult result = Exited(0);
        result.cpu_time = milliseconds(4600);
        return result;
      });
      const bool exact = leniency == LimitLeniency::kExact;
      EXPECT_EQ(limits, std::vector<Nanoseconds>(exact ? 1 : 3, seconds(exact ? 4 : 5))) << purpose;
    }
  }
}

}  // namespace
}  // namespace assay
