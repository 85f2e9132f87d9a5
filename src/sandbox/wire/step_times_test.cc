#include "sandbox/wire/step_times.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(StepTimes, SurviveTheWire) {
  WireWriter out;
  EncodeStepTimes({{"clone", StepWhen::kBox, Nanoseconds(5)},
                   {"seccomp", StepWhen::kCandidate, Nanoseconds(7)}},
                  &out);
  WireReader in(out.bytes());
  const StepTimes times = DecodeStepTimes(&in);
  ASSERT_TRUE(in.complete());
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0].stage, "clone");
  EXPECT_EQ(times[1].when, StepWhen::kCandidate);
  EXPECT_EQ(times[1].took, Nanoseconds(7));
}

TEST(StepTimer, TimesOnlyWithAList) {
  StepTimer silent(nullptr, StepWhen::kRun);
  silent.Done("nothing");
  StepTimes times;
  StepTimer timer(&times, StepWhen::kRun);
  timer.Done("first");
  timer.Skip();
  timer.Done("second");
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[1].stage, "second");
  EXPECT_GE(times[0].took, Nanoseconds(0));
}

}  // namespace
}  // namespace assay
