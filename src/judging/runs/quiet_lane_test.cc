#include "judging/runs/quiet_lane.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "judging/testing.h"

namespace assay {
namespace {

using std::chrono::seconds;

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

}  // namespace
}  // namespace assay
