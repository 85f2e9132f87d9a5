#include "history/cpu_budget.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// A process that uses `process` seconds of CPU a beat, and gives its thread `arrivals` records of
// `cost` seconds each in it.
struct Load {
  double process = 0.2;
  double arrivals = 0;
  double cost = 20e-6;
  double beat = 0;  // what the thread needs anyway
};

struct Course {
  double thread_s = 0, process_s = 0, clock_s = 1000, taken = 0, came = 0;

  void Go(CpuBudget* budget, const Load& load, int beats) {
    for (int i = 0; i < beats; ++i) {
      const double take = load.arrivals / budget->one_in();
      came += load.arrivals;
      taken += take;
      thread_s += take * load.cost + load.beat;
      process_s += load.process;
      clock_s += 0.2;
      budget->Note(process_s, thread_s, clock_s);
    }
  }
};

TEST(CpuBudget, TakesEverythingThatItCanPay) {
  CpuBudget budget(0.01);
  Course run;
  run.Go(&budget, {.arrivals = 90}, 1000);  // 0.9 % of the process's time
  EXPECT_EQ(run.taken, run.came);
  EXPECT_EQ(budget.one_in(), 1u);
}

TEST(CpuBudget, TakesABurstWhole) {
  CpuBudget budget(0.01);
  Course run;
  run.Go(&budget, {.process = 0.001, .arrivals = 5'000}, 2);
  EXPECT_EQ(run.taken, run.came);
}

TEST(CpuBudget, KeepsItsShareUnderLoad) {
  for (const double arrivals : {200.0, 2'000.0, 20'000.0, 200'000.0}) {
    CpuBudget budget(0.01);
    Course warm;
    warm.Go(&budget, {.arrivals = arrivals}, 200);  // what it may spend of its credit
    Course run = warm;
    run.Go(&budget, {.arrivals = arrivals}, 2'000);
    const double share = (run.thread_s - warm.thread_s) / (run.process_s - warm.process_s);
    EXPECT_LT(share, 0.0105) << arrivals;
    EXPECT_GT(share, 0.003) << arrivals;  // it isn't idle either
  }
}

TEST(CpuBudget, IsNotUsedUpByAProcessThatDoesNothing) {
  CpuBudget budget(0.01);
  Course run;
  run.Go(&budget, {.process = 0.001, .beat = 150e-6}, 100'000);
  run.Go(&budget, {.process = 0.001, .arrivals = 2, .beat = 150e-6}, 1'000);
  EXPECT_EQ(run.taken, run.came);
}

TEST(CpuBudget, TakesAllAgainWhenTheLoadIsOver) {
  CpuBudget budget(0.01);
  Course run;
  run.Go(&budget, {.arrivals = 20'000}, 200);
  EXPECT_GT(budget.one_in(), 16u);
  run.Go(&budget, {.arrivals = 10}, 500);
  EXPECT_EQ(budget.one_in(), 1u);
}

}  // namespace
}  // namespace assay
