#include "engine/time_scale.h"

#include <gtest/gtest.h>

#include "engine/engine_fixture.h"

namespace assay {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(ScaleTime, Multiplies) {
  EXPECT_EQ(ScaleTime(seconds(2), 1.5), seconds(3));
  EXPECT_EQ(ScaleTime(seconds(2), 0.5), seconds(1));
  EXPECT_EQ(ScaleTime(seconds(0), 3), seconds(0));
  EXPECT_EQ(ScaleTime(Nanoseconds(3), 1), Nanoseconds(3));
}

TEST(ScaleTime, StaysWithinAnHourAndAboveNothing) {
  EXPECT_EQ(ScaleTime(minutes(40), 2), hours(1));
  EXPECT_EQ(ScaleTime(hours(3), 2), hours(3));
  EXPECT_EQ(ScaleTime(hours(3), 0.5), minutes(90));
  EXPECT_EQ(ScaleTime(Nanoseconds(1), 0.1), Nanoseconds(1));
  EXPECT_EQ(ScaleTime(Nanoseconds::max(), 100), Nanoseconds::max());
}

using TimeMultiplier = EngineFixture;

TEST_F(TimeMultiplier, AppliesToRunsAndCompilesButNotToMemory) {
  EngineOptions options;
  options.time_multiplier = 2;
  options.near_limit_percent = 0;
  Start(1, options);
  Submission submission = MakeSubmission({"x"});
  submission.language = "cpp";
  submission.limits.cpu_time = milliseconds(700);
  submission.limits.wall_time = seconds(3);
  submission.limits.memory_bytes = 1 << 28;
  submission.compile_limits.cpu_time = seconds(5);
  const SubmissionResult result = Judge(std::move(submission));
  ASSERT_TRUE(result.limits.has_value());
  EXPECT_EQ(result.limits->cpu_time, milliseconds(1400));
  const auto calls = runner_->calls();
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].purpose, "compile");
  EXPECT_EQ(calls[0].request.limits.cpu_time, seconds(10));
  EXPECT_EQ(calls[1].request.limits.cpu_time, milliseconds(1400));
  EXPECT_EQ(calls[1].request.limits.wall_time, seconds(6));
  EXPECT_EQ(calls[1].request.limits.memory_bytes, 1 << 28);
}

}  // namespace
}  // namespace assay
