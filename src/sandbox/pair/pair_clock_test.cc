#include "sandbox/pair/pair_clock.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using std::chrono::milliseconds;

// Plays a conversation in steps of 100 ms.
class PairClockTest : public testing::Test {
 protected:
  PairClockTest() { clock_.Add({at_, 0, std::nullopt, std::nullopt}); }

  void Step(Activity candidate, Activity interactor, bool moved) {
    at_ += milliseconds(100);
    moved_ += moved ? 1 : 0;
    const auto go = [](RunProgress* side, Activity activity) {
      side->activity = activity;
      side->wall_time += milliseconds(100);
      if (activity == Activity::kComputes) side->cpu_time += milliseconds(100);
    };
    go(&candidate_, candidate);
    go(&interactor_, interactor);
    clock_.Add({at_, moved_, candidate_, interactor_});
  }

  PairClock clock_;
  SteadyTime at_{std::chrono::seconds(1)};
  int64_t moved_ = 0;
  RunProgress candidate_, interactor_;
};

constexpr auto kComputes = Activity::kComputes;
constexpr auto kSleeps = Activity::kSleeps;
constexpr auto kReads = Activity::kAwaitsInput;
constexpr auto kWrites = Activity::kAwaitsRoom;

TEST_F(PairClockTest, TimeOfASlowInteractorIsNotTheCandidates) {
  for (int i = 0; i < 10; ++i) Step(kReads, kComputes, false);
  for (int i = 0; i < 10; ++i) Step(kReads, kSleeps, false);
  EXPECT_EQ(clock_.candidate_time(), Nanoseconds(0));
  EXPECT_EQ(clock_.interactor_time(), milliseconds(2000));
  EXPECT_FALSE(clock_.halted());
}

TEST_F(PairClockTest, ACandidateThatSleepsIsCharged) {
  for (int i = 0; i < 10; ++i) Step(kSleeps, kReads, false);
  for (int i = 0; i < 10; ++i) Step(kSleeps, kReads, true);  // a nap for each message
  EXPECT_EQ(clock_.candidate_time(), milliseconds(2000));
  EXPECT_EQ(clock_.interactor_time(), Nanoseconds(0));
  EXPECT_FALSE(clock_.halted());
}

TEST_F(PairClockTest, ABusyConversationCostsWhatIsComputed) {
  for (int i = 0; i < 10; ++i) Step(kReads, kReads, true);
  EXPECT_EQ(clock_.candidate_time(), Nanoseconds(0));
  for (int i = 0; i < 10; ++i) Step(kComputes, kReads, true);
  EXPECT_EQ(clock_.candidate_time(), milliseconds(1000));
}

TEST_F(PairClockTest, TimeTheHostTookIsNobodys) {
  for (int i = 0; i < 10; ++i) {
    candidate_.starved_time += milliseconds(100);
    Step(kSleeps, kReads, false);
  }
  EXPECT_EQ(clock_.candidate_time(), Nanoseconds(0));
}

TEST_F(PairClockTest, AHaltIsFoundWithinASecond) {
  Step(kComputes, kReads, true);
  int steps = 0;
  while (!clock_.halted() && ++steps < 100) Step(kReads, kReads, false);
  EXPECT_LE(steps, 10);
  EXPECT_GE(steps, 7);
}

TEST_F(PairClockTest, BothWritingIsAHaltToo) {
  for (int i = 0; i < 10; ++i) Step(kWrites, kWrites, false);
  EXPECT_TRUE(clock_.halted());
}

TEST_F(PairClockTest, OneSignOfLifePutsAHaltOff) {
  for (int i = 0; i < 7; ++i) Step(kReads, kReads, false);
  Step(kReads, kComputes, false);
  for (int i = 0; i < 3; ++i) Step(kReads, kReads, false);
  EXPECT_FALSE(clock_.halted());
  Step(kReads, kReads, false);
  EXPECT_TRUE(clock_.halted());
}

TEST_F(PairClockTest, WhoIsAloneIsChargedForAllOfIt) {
  at_ += milliseconds(100);
  candidate_.activity = kReads;
  clock_.Add({at_, 0, candidate_, std::nullopt});
  EXPECT_EQ(clock_.candidate_time(), milliseconds(100));
  EXPECT_EQ(clock_.interactor_time(), Nanoseconds(0));
}

}  // namespace
}  // namespace assay
