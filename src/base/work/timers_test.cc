#include "base/work/timers.h"

#include <gtest/gtest.h>

#include <future>
#include <string>
#include <vector>

namespace assay {
namespace {

using std::chrono::seconds;

class SetClock final : public Clock {
 public:
  SteadyTime Now() const override { return now; }
  SteadyTime now{seconds(1)};
};

TEST(Timers, WhatIsDueIsDoneInItsOrder) {
  SetClock clock;
  Timers timers(clock, Timers::By::kCaller);
  std::string done;
  timers.After(seconds(2), [&] { done += "b"; });
  timers.After(seconds(1), [&] { done += "a"; });
  timers.After(seconds(2), [&] { done += "c"; });
  timers.After(seconds(9), [&] { done += "z"; });
  timers.RunDue();
  EXPECT_EQ(done, "");
  clock.now += seconds(2);
  timers.RunDue();
  timers.RunDue();
  EXPECT_EQ(done, "abc");
}

TEST(Timers, WithoutItsTicketNothingIsDone) {
  SetClock clock;
  Timers timers(clock, Timers::By::kCaller);
  const auto held = std::make_shared<int>(0);
  int done = 0;
  Timers::Ticket dropped = timers.At(clock.now + seconds(1), [&done, held] { done += 100; });
  const Timers::Ticket kept = timers.At(clock.now + seconds(1), [&done, held] { ++done; });
  EXPECT_EQ(held.use_count(), 3);
  dropped = nullptr;
  EXPECT_EQ(held.use_count(), 2);
  clock.now += seconds(1);
  timers.RunDue();
  EXPECT_EQ(done, 1);
}

TEST(Timers, WorkMayDropTicketsAndAddMore) {
  SetClock clock;
  Timers timers(clock, Timers::By::kCaller);
  int done = 0;
  Timers::Ticket second = timers.At(clock.now, [&] { done += 100; });
  Timers::Ticket later;
  timers.After(Nanoseconds(-1), [&] {
    second = nullptr;
    later = timers.At(clock.now, [&] { ++done; });
  });
  timers.RunDue();
  EXPECT_EQ(done, 1);
}

TEST(Timers, TicketsMayOutliveThem) {
  SetClock clock;
  const auto held = std::make_shared<int>(0);
  Timers::Ticket ticket;
  {
    Timers timers(clock, Timers::By::kCaller);
    ticket = timers.At(clock.now + seconds(1), [held] {});
    timers.After(seconds(1), [held] {});
    EXPECT_EQ(held.use_count(), 3);
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(Timers, TheThreadDoesWhatComesLaterAndIsDueFirst) {
  const RealClock clock;
  Timers timers(clock);
  timers.After(std::chrono::hours(9), [] {});
  for (const auto pause : {0, 1, 30, 70, 130}) {
    const auto near = std::make_shared<std::promise<void>>();
    timers.After(std::chrono::milliseconds(pause), [near] { near->set_value(); });
    EXPECT_EQ(near->get_future().wait_for(std::chrono::minutes(2)), std::future_status::ready);
  }
}

TEST(Timers, TheThreadDoesWhatIsDue) {
  const RealClock clock;
  Timers timers(clock);
  std::promise<void> later, sooner;
  timers.After(std::chrono::milliseconds(20), [&] { later.set_value(); });
  const Timers::Ticket ticket = timers.At(clock.Now(), [&] { sooner.set_value(); });
  sooner.get_future().wait();
  later.get_future().wait();
}

}  // namespace
}  // namespace assay
