#include "engine/schedule/queue_patience.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr SteadyTime kStart{};

// So many leave, a second apart, after that wait.
SteadyTime Leave(QueuePatience* patience, int count, Nanoseconds waited, SteadyTime now = kStart) {
  for (int i = 0; i < count; ++i) patience->OnLeft(waited, now += seconds(1));
  return now;
}

TEST(QueuePatience, WhereNobodyLeavesAnyWaitWillDo) {
  QueuePatience patience;
  EXPECT_FALSE(patience.Bound(kStart));
  for (int i = 0; i < 1000; ++i) patience.OnBegun(minutes(i));
  EXPECT_FALSE(patience.Bound(kStart));
}

TEST(QueuePatience, IsHalfOfWhatThoseWaitedWhoLeave) {
  QueuePatience patience;
  SteadyTime now = Leave(&patience, 15, seconds(10));
  EXPECT_FALSE(patience.Bound(now)) << "a few leave for reasons of their own";
  now = Leave(&patience, 1, seconds(10), now);
  EXPECT_EQ(patience.Bound(now), seconds(5));
  // Others that are less patient come.
  now = Leave(&patience, 200, seconds(2), now);
  EXPECT_LT(*patience.Bound(now), milliseconds(1001));
}

// All of a flood leave after ten seconds in all, some of them after they have begun: those who
// leave while they wait have waited a little less than those who begin last.
TEST(QueuePatience, WhoBeginsJustBeforeHeWouldLeaveSaysNothing) {
  QueuePatience patience;
  SteadyTime now = kStart;
  for (int i = 0; i < 32; ++i) {
    now = Leave(&patience, 1, milliseconds(9700), now);
    for (int k = 0; k < 40; ++k) patience.OnBegun(milliseconds(9990));
  }
  EXPECT_EQ(patience.Bound(now), milliseconds(4850));
}

TEST(QueuePatience, WhoHasWaitedForLongerSpeaksAgainstIt) {
  QueuePatience patience;
  SteadyTime now = kStart;
  for (int i = 0; i < 100; ++i) {
    now = Leave(&patience, 1, seconds(1), now);
    for (int k = 0; k < 10; ++k) patience.OnBegun(seconds(60));
  }
  EXPECT_FALSE(patience.Bound(now)) << "one in ten is impatient";
}

TEST(QueuePatience, AClientThatEndsWithAllItsSubmissionsIsOne) {
  QueuePatience patience;
  for (int i = 0; i < 4000; ++i) patience.OnLeft(seconds(30), kStart + milliseconds(i / 40));
  EXPECT_FALSE(patience.Bound(kStart + seconds(1)));
}

TEST(QueuePatience, AFloodThatNeverPausesIsNoSingleClient) {
  QueuePatience patience;
  SteadyTime now = kStart;
  for (int i = 0; i < 1000; ++i) patience.OnLeft(seconds(10), now += milliseconds(2));
  EXPECT_EQ(patience.Bound(now), seconds(5));
}

TEST(QueuePatience, IsForgottenInTime) {
  QueuePatience patience;
  const SteadyTime now = Leave(&patience, 100, seconds(10));
  EXPECT_TRUE(patience.Bound(now + minutes(10)));
  EXPECT_FALSE(patience.Bound(now + minutes(10) + seconds(1)));
  EXPECT_FALSE(patience.Bound(now + minutes(10) + seconds(2)));
}

}  // namespace
}  // namespace assay
