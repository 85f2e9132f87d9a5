// Shares of tenants, by simulation: slots that are always busy, submissions of one test each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <queue>
#include <string>
#include <vector>

#include "engine/schedule/scheduler.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

struct Load {
  TenantShare share = {};
  Nanoseconds task = milliseconds(10);
  Priority priority = Priority::kTrain;
  int waiting = 8;  // submissions, whenever the slots look
  Nanoseconds from{0};
  Nanoseconds to = std::chrono::hours(1000);
  int64_t most_running_seen = 0;
};

class Simulation {
 public:
  explicit Simulation(int slots) : scheduler_(slots), slots_(slots) {}

  void Set(const std::string& tenant, Load load) { loads_[tenant] = load; }

  // Slot time by tenant of what ends until then.
  std::map<std::string, double> RunUntil(Nanoseconds end) {
    std::map<std::string, double> served;
    while (now_ < end) {
      Refill();
      while (static_cast<int>(running_.size()) < slots_) {
        const auto choice = scheduler_.Choose();
        if (!choice) break;
        const std::string& tenant = owners_.at(choice->job);
        auto dispatch = scheduler_.Start(*choice);
        scheduler_.SetRunnable(choice->job, Runnable::kNone);
        Load& load = loads_.at(tenant);
        load.most_running_seen = std::max(load.most_running_seen, ++busy_[tenant]);
        --waiting_[tenant];
        running_.push({now_ + load.task, load.task, dispatch});
        Refill();
      }
      if (running_.empty()) {
        now_ += milliseconds(1);
        continue;
      }
      idle_slots_seen_ |= static_cast<int>(running_.size()) < slots_;
      const Running next = running_.top();
      running_.pop();
      now_ = next.end;
      const std::string tenant = owners_.at(next.dispatch.job);
      served[tenant] += ToSeconds(next.took);
      --busy_[tenant];
      scheduler_.End(next.dispatch, next.took);
      scheduler_.Remove(next.dispatch.job);
      owners_.erase(next.dispatch.job);
    }
    return served;
  }
  const Load& load(const std::string& tenant) const { return loads_.at(tenant); }
  bool idle_slots_seen() const { return idle_slots_seen_; }

 private:
  struct Running {
    Nanoseconds end;
    Nanoseconds took;
    Scheduler::Dispatch dispatch;
    bool operator<(const Running& other) const { return end > other.end; }
  };

  void Refill() {
    for (const auto& [tenant, load] : loads_) {
      if (now_ < load.from || now_ >= load.to) continue;
      for (int& waiting = waiting_[tenant]; waiting < load.waiting; ++waiting) {
        owners_[++last_] = tenant;
        scheduler_.Add(last_, load.priority, tenant, load.share);
        scheduler_.SetRunnable(last_, Runnable::kOrdinary);
      }
    }
  }

  Scheduler scheduler_;
  const int slots_;
  Nanoseconds now_{0};
  bool idle_slots_seen_ = false;
  JobId last_ = 0;
  std::map<std::string, Load> loads_;
  std::map<std::string, int> waiting_;
  std::map<std::string, int64_t> busy_;
  std::map<JobId, std::string> owners_;
  std::priority_queue<Running> running_;
};

double Sum(const std::map<std::string, double>& served) {
  double sum = 0;
  for (const auto& [tenant, time] : served) sum += time;
  return sum;
}

TEST(TenantShare, BackloggedTenantsGetSlotTimeByWeightWhateverTheirTasksTake) {
  for (const int slots : {1, 2, 8}) {
    Simulation simulation(slots);
    simulation.Set("long", {.share = {1}, .task = milliseconds(1000)});
    simulation.Set("short", {.share = {1}, .task = milliseconds(8)});
    simulation.Set("double", {.share = {2}, .task = milliseconds(40), .waiting = 300});
    simulation.Set("half", {.share = {0.5}, .task = milliseconds(300)});
    const auto served = simulation.RunUntil(seconds(400));
    const double unit = Sum(served) / 4.5;
    EXPECT_NEAR(served.at("long"), unit, 0.05 * unit) << slots;
    EXPECT_NEAR(served.at("short"), unit, 0.05 * unit) << slots;
    EXPECT_NEAR(served.at("double"), 2 * unit, 0.05 * 2 * unit) << slots;
    EXPECT_NEAR(served.at("half"), unit / 2, 0.05 * unit / 2) << slots;
    EXPECT_FALSE(simulation.idle_slots_seen());
  }
}

TEST(TenantShare, ManySubmissionsAreNoLargerShare) {
  Simulation simulation(2);
  simulation.Set("few", {.waiting = 2});
  simulation.Set("many", {.waiting = 2000});
  const auto served = simulation.RunUntil(seconds(50));
  EXPECT_NEAR(served.at("few"), served.at("many"), 0.05 * served.at("few"));
}

TEST(TenantShare, WhatAnIdleTenantDoesNotUseTheOthersGet) {
  Simulation simulation(2);
  simulation.Set("idle", {.share = {100}, .from = seconds(1000)});
  simulation.Set("one", {.share = {1}});
  simulation.Set("three", {.share = {3}, .task = milliseconds(70)});
  const auto served = simulation.RunUntil(seconds(100));
  EXPECT_EQ(served.count("idle"), 0u);
  EXPECT_FALSE(simulation.idle_slots_seen());
  EXPECT_NEAR(served.at("three"), 3 * served.at("one"), 0.05 * served.at("three"));
}

TEST(TenantShare, NobodySavesUpWhileIdle) {
  Simulation simulation(1);
  simulation.Set("steady", {});
  simulation.Set("late", {.from = seconds(500)});
  simulation.RunUntil(seconds(500));
  const auto served = simulation.RunUntil(seconds(510));
  EXPECT_NEAR(served.at("late"), 5, 0.25);
  EXPECT_NEAR(served.at("steady"), 5, 0.25);
}

TEST(TenantShare, ANewcomerDoesNotWaitForAnIncumbentsQueue) {
  Scheduler scheduler(1);
  for (JobId job = 1; job <= 1000; ++job) {
    scheduler.Add(job, Priority::kTrain, "flood", {});
    scheduler.SetRunnable(job, Runnable::kOrdinary);
  }
  for (int i = 0; i < 100; ++i)
    scheduler.End(scheduler.Start(*scheduler.Choose()), milliseconds(5));
  scheduler.Add(2000, Priority::kTrain, "new", {});
  scheduler.SetRunnable(2000, Runnable::kOrdinary);
  int turns = 0;
  while (scheduler.Choose()->job != 2000) {
    ASSERT_LT(++turns, 2);
    scheduler.End(scheduler.Start(*scheduler.Choose()), milliseconds(5));
  }
}

TEST(TenantShare, PausingIsNoFreshStart) {
  Simulation simulation(1);
  simulation.Set("steady", {.task = milliseconds(10)});
  // One submission at a time, each of which takes a hundred times as long.
  simulation.Set("pauses", {.task = milliseconds(1000), .waiting = 1});
  const auto served = simulation.RunUntil(seconds(400));
  EXPECT_NEAR(served.at("pauses"), served.at("steady"), 0.05 * served.at("steady"));
}

TEST(TenantShare, ATenantRunsNoMoreAtOnceThanItMay) {
  Simulation simulation(4);
  simulation.Set("bounded", {.share = {.weight = 9, .max_running = 1}});
  simulation.Set("other", {.task = milliseconds(25)});
  const auto served = simulation.RunUntil(seconds(100));
  EXPECT_EQ(simulation.load("bounded").most_running_seen, 1);
  EXPECT_FALSE(simulation.idle_slots_seen());
  EXPECT_NEAR(served.at("bounded"), 100, 5);
  EXPECT_NEAR(served.at("other"), 300, 5);
}

TEST(TenantShare, TheBoundCountsAllClasses) {
  Scheduler scheduler(4);
  scheduler.Add(1, Priority::kTrain, "a", {.max_running = 1});
  scheduler.Add(2, Priority::kEval, "a", {.max_running = 1});
  scheduler.SetRunnable(1, Runnable::kOrdinary);
  scheduler.SetRunnable(2, Runnable::kOrdinary);
  const auto first = scheduler.Start(*scheduler.Choose());
  EXPECT_FALSE(scheduler.HasWork());
  EXPECT_FALSE(scheduler.Choose(1));  // nor may a slot stay
  scheduler.End(first, milliseconds(1));
  EXPECT_TRUE(scheduler.HasWork());
}

TEST(TenantShare, ANewShareHoldsAtOnce) {
  Scheduler scheduler(4);
  for (JobId job : {1, 2}) {
    scheduler.Add(job, Priority::kTrain, "a", {.max_running = 1});
    scheduler.SetRunnable(job, Runnable::kOrdinary);
  }
  scheduler.Start(*scheduler.Choose());
  EXPECT_FALSE(scheduler.HasWork());
  scheduler.Add(3, Priority::kTrain, "a", {});
  EXPECT_TRUE(scheduler.HasWork());
}

TEST(TenantShare, ClassesComeBeforeShares) {
  Simulation simulation(1);
  simulation.Set("low", {.share = {1000}, .priority = Priority::kBatch});
  simulation.Set("high", {.share = {1}});
  const auto served = simulation.RunUntil(seconds(1000));
  EXPECT_NEAR(served.at("low") / served.at("high"), 1.0 / 64, 0.1 / 64);
}

TEST(TenantShare, SpeculationIsSharedToo) {
  Scheduler scheduler(1);
  for (JobId job : {1, 2}) {
    scheduler.Add(job, Priority::kTrain, std::to_string(job), {});
    scheduler.SetRunnable(job, Runnable::kSpeculative);
  }
  std::map<JobId, double> served;
  for (int i = 0; i < 1000; ++i) {
    const auto choice = scheduler.Choose();
    const Nanoseconds took = milliseconds(choice->job == 1 ? 1 : 10);
    served[choice->job] += ToSeconds(took);
    scheduler.End(scheduler.Start(*choice), took);
  }
  EXPECT_NEAR(served[1], served[2], 0.05 * served[1]);
}

TEST(TenantShare, ForgetsTenantsThatAreGone) {
  Scheduler scheduler(1);
  for (JobId job = 1; job <= 20'000; ++job) {
    scheduler.Add(job, Priority::kTrain, "tenant " + std::to_string(job), {});
    scheduler.SetRunnable(job, Runnable::kOrdinary);
    scheduler.End(scheduler.Start(*scheduler.Choose()), milliseconds(5));
    scheduler.Remove(job);
  }
  EXPECT_LE(scheduler.tenants(), 1025u);
}

}  // namespace
}  // namespace assay
