#include "judging/runs/timed_runs.h"

#include <gtest/gtest.h>

#include <set>
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

// A program that is further each time it is run: it saves its progress, in whatever way.
TEST_F(TimedRunsTest, ACheckpointBuysNothing) {
  TimedRuns runs(clock_, 1, 25);
  RunRequest request;
  request.limits.cpu_time = request.limits.wall_time = seconds(1);
  const CancelToken cancel;
  for (const auto& change : std::vector<void (*)(RunResult*)>{
           [](RunResult* run) { run->stdout_bytes = "42"; },
           [](RunResult* run) { run->reply_bytes = "42"; },
           [](RunResult* run) { run->exit_code = 1; },
           [](RunResult* run) { run->status = RunStatus::kSignalled; },
           [](RunResult* run) { run->status = RunStatus::kMemoryLimit; },
           [](RunResult* run) { run->files["a"] = Blob::FromString("42"); },
       }) {
    int count = 0;
    const auto run = [&](const RunRequest&) -> RunAnswer {
      RunResult result = Exited(0);
      result.cpu_time = milliseconds(1005);
      if (++count < 3) return result;
      result.cpu_time = milliseconds(900);
      change(&result);
      return result;
    };
    const RunAnswer answer = runs.Run(request, LimitLeniency::kNearLimit, {cancel}, run);
    const auto& result = std::get<RunResult>(answer);
    EXPECT_EQ(result.status, RunStatus::kCpuLimit);
    EXPECT_EQ(result.cpu_time, milliseconds(1005)) << "the first run's";
    EXPECT_EQ(count, 3) << "and it ends there";
  }
  EXPECT_EQ(runs.counts().changed, 6);
  EXPECT_EQ(runs.counts().cleared, 0);
}

TEST_F(TimedRunsTest, ARepetitionSharesNothingWithTheFirstRun) {
  TimedRuns runs(clock_, 1, 25);
  RunRequest request;
  request.limits.cpu_time = request.limits.wall_time = seconds(1);
  request.stdin_bytes = Blob::FromString("input");
  const CancelToken cancel;
  std::vector<bool> fresh;
  std::set<BlobPtr> inputs;
  const auto run = [&](const RunRequest& each) -> RunAnswer {
    fresh.push_back(each.fresh_box);
    inputs.insert(each.stdin_bytes);
    EXPECT_EQ(each.stdin_bytes->view(), "input");
    RunResult result = Exited(0);
    result.cpu_time = milliseconds(fresh.size() < 3 ? 1200 : 900);
    result.stderr_bytes = std::to_string(fresh.size()) + " seconds";
    return result;
  };
  const RunAnswer answer = runs.Run(request, LimitLeniency::kNearLimit, {cancel}, run);
  EXPECT_EQ(std::get<RunResult>(answer).status, RunStatus::kExited);
  EXPECT_EQ(fresh, (std::vector<bool>{false, true, true}));
  EXPECT_EQ(inputs.size(), 3);
}

}  // namespace
}  // namespace assay
