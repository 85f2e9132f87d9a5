#include "engine/schedule/scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;

constexpr Nanoseconds kShort = milliseconds(10);

// Adds a job with ordinary work.
void Add(Scheduler* scheduler, JobId job, Priority priority = Priority::kTrain) {
  scheduler->Add(job, priority);
  scheduler->SetRunnable(job, Runnable::kOrdinary);
}

JobId RunOne(Scheduler* scheduler, Nanoseconds duration = kShort) {
  const auto choice = scheduler->Choose();
  if (!choice) return 0;
  scheduler->End(scheduler->Start(*choice), duration);
  return choice->job;
}

TEST(Scheduler, HasNothingWhenNothingIsRunnable) {
  Scheduler scheduler(2);
  EXPECT_FALSE(scheduler.Choose());
  scheduler.Add(1, Priority::kTrain);
  EXPECT_FALSE(scheduler.HasWork());
  scheduler.SetRunnable(1, Runnable::kOrdinary);
  EXPECT_TRUE(scheduler.HasWork());
  scheduler.Remove(1);
  EXPECT_FALSE(scheduler.HasWork());
}

TEST(Scheduler, TakesTurnsAmongEqualSubmissions) {
  Scheduler scheduler(2);
  for (JobId job : {1, 2, 3}) Add(&scheduler, job);
  std::vector<JobId> served;
  for (int i = 0; i < 6; ++i) served.push_back(RunOne(&scheduler));
  EXPECT_THAT(served, ElementsAre(1, 2, 3, 1, 2, 3));
}

TEST(Scheduler, PrefersTheSubmissionWithFewestRunning) {
  Scheduler scheduler(4);
  Add(&scheduler, 1);
  scheduler.Start(*scheduler.Choose());
  scheduler.Start(*scheduler.Choose());
  Add(&scheduler, 2);
  EXPECT_EQ(scheduler.Choose()->job, 2u);
  scheduler.Start(*scheduler.Choose());
  EXPECT_EQ(scheduler.Choose()->job, 2u);  // one running against two
}

TEST(Scheduler, ServesHigherClassesFirst) {
  Scheduler scheduler(1);
  Add(&scheduler, 1, Priority::kBatch);
  Add(&scheduler, 2, Priority::kEval);
  Add(&scheduler, 3, Priority::kTrain);
  EXPECT_EQ(RunOne(&scheduler), 3u);
  scheduler.Remove(3);
  EXPECT_EQ(RunOne(&scheduler), 2u);
  scheduler.Remove(2);
  EXPECT_EQ(RunOne(&scheduler), 1u);
}

TEST(Scheduler, OwesLowerClassesAShareOfSlotTimeWhateverTheirTasksTake) {
  for (const Nanoseconds batch_task : {Nanoseconds(milliseconds(5)), Nanoseconds(seconds(5))}) {
    Scheduler scheduler(1);
    Add(&scheduler, 1, Priority::kTrain);
    Add(&scheduler, 2, Priority::kBatch);
    Nanoseconds train{0};
    Nanoseconds batch{0};
    while (train < seconds(10'000)) {
      const auto choice = scheduler.Choose();
      const Nanoseconds duration = choice->job == 1 ? Nanoseconds(milliseconds(100)) : batch_task;
      (choice->job == 1 ? train : batch) += duration;
      EXPECT_EQ(choice->out_of_turn, choice->job == 2);
      scheduler.End(scheduler.Start(*choice), duration);
    }
    EXPECT_NEAR(ToSeconds(batch) / ToSeconds(train), 1.0 / 64, 0.1 / 64);
  }
}

TEST(Scheduler, OneSavingDoesNotStartATaskOnEverySlot) {
  Scheduler scheduler(4);
  Add(&scheduler, 1, Priority::kTrain);
  Add(&scheduler, 2, Priority::kEval);
  int turns = 0;
  while (scheduler.Choose()->job == 1 && ++turns < 10'000) RunOne(&scheduler, seconds(1));
  ASSERT_EQ(turns, 16);
  scheduler.Start(*scheduler.Choose());
  EXPECT_EQ(scheduler.Choose()->job, 1u);
}

TEST(Scheduler, ALowerClassSavesNothingWhileItHasNothingToDo) {
  Scheduler scheduler(1);
  Add(&scheduler, 1, Priority::kTrain);
  for (int i = 0; i < 1000; ++i) RunOne(&scheduler, seconds(1));
  Add(&scheduler, 2, Priority::kEval);
  EXPECT_EQ(RunOne(&scheduler), 1u);
}

TEST(Scheduler, SpeculatesOnlyWhenNobodyHasOrdinaryWork) {
  Scheduler scheduler(4);
  Add(&scheduler, 1, Priority::kTrain);
  scheduler.Start(*scheduler.Choose());
  scheduler.SetRunnable(1, Runnable::kSpeculative);
  EXPECT_EQ(scheduler.Choose()->job, 1u);
  Add(&scheduler, 2, Priority::kBatch);
  EXPECT_EQ(scheduler.Choose()->job, 2u);
}

TEST(Scheduler, KeepsAWindowOfOpenSubmissions) {
  Scheduler scheduler(2);  // a window of four
  for (JobId job = 1; job <= 100; ++job) Add(&scheduler, job);
  std::vector<JobId> served;
  for (int i = 0; i < 12; ++i) served.push_back(RunOne(&scheduler));
  EXPECT_THAT(served, ElementsAre(1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4));
}

TEST(Scheduler, OpensAWaitingSubmissionNowAndThenWhenTheWindowIsFull) {
  Scheduler scheduler(1);
  for (JobId job : {1, 2, 3}) Add(&scheduler, job);  // a window of two; 1 and 2 never end
  int dispatches = 0;
  while (RunOne(&scheduler) != 3) ASSERT_LT(++dispatches, 2 + Scheduler::kFreshEvery);
}

TEST(Scheduler, SubmissionsThatWaitForACompileLeaveTheWindow) {
  Scheduler scheduler(1);
  for (JobId job : {1, 2, 3}) {
    Add(&scheduler, job);
  }
  RunOne(&scheduler);
  RunOne(&scheduler);
  scheduler.SetRunnable(1, Runnable::kNone);
  EXPECT_EQ(scheduler.Choose()->job, 3u);
}

TEST(Scheduler, ASlotMayStayWithItsSubmission) {
  Scheduler scheduler(1);
  for (JobId job : {1, 2, 3}) Add(&scheduler, job);
  RunOne(&scheduler);
  EXPECT_EQ(scheduler.Choose(1)->job, 2u);  // which has not begun
  EXPECT_EQ(scheduler.Choose(1, true)->job, 1u);
  RunOne(&scheduler);
  EXPECT_EQ(scheduler.Choose()->job, 1u);
  EXPECT_EQ(scheduler.Choose(2)->job, 2u);
  // Not with one that hasn't begun, has nothing to do but guess, or is gone.
  EXPECT_EQ(scheduler.Choose(3)->job, 1u);
  EXPECT_EQ(scheduler.Choose(9)->job, 1u);
  scheduler.SetRunnable(2, Runnable::kSpeculative);
  EXPECT_EQ(scheduler.Choose(2)->job, 1u);
}

TEST(Scheduler, AHigherClassGoesBeforeWhoWouldStay) {
  Scheduler scheduler(1);
  Add(&scheduler, 1, Priority::kEval);
  RunOne(&scheduler);
  Add(&scheduler, 2, Priority::kTrain);
  EXPECT_EQ(scheduler.Choose(1)->job, 2u);
}

}  // namespace
}  // namespace assay
