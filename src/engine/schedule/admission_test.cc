#include "engine/schedule/admission.h"

#include <gtest/gtest.h>

#include "engine/engine_test_util.h"
#include "engine/schedule/service_rate.h"

namespace assay {
namespace {

using std::chrono::seconds;

TEST(Admission, BoundsTheNumberOfSubmissions) {
  Admission admission(1, 1 << 20);
  const Submission submission = MakeSubmission({"1"});
  EXPECT_TRUE(admission.Admit(submission).ok());
  const Status refused = admission.Admit(MakeSubmission({"2"}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  admission.Release(submission);
  EXPECT_TRUE(admission.Admit(MakeSubmission({"2"})).ok());
}

TEST(Admission, CountsASharedProblemOnce) {
  Admission admission(100, 100'000);
  Submission submission = MakeSubmission({std::string(30'000, 'x')});  // expectation as large
  submission.code = std::string(1'000, 'c');
  for (int i = 0; i < 16; ++i) EXPECT_TRUE(admission.Admit(submission).ok());
  EXPECT_EQ(admission.bytes(), 60'000 + 16 * 1'000);
  for (int i = 0; i < 16; ++i) admission.Release(submission);
  EXPECT_EQ(admission.bytes(), 0);
  EXPECT_EQ(admission.submissions(), 0);
}

TEST(Admission, TellsFullFromTooLarge) {
  Admission admission(100, 10'000);
  const Submission half = MakeSubmission({std::string(3'000, 'x')});
  EXPECT_TRUE(admission.Admit(half).ok());
  const Submission other = MakeSubmission({std::string(3'000, 'y')});
  const Status full = admission.Admit(other);
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().code, ErrorCode::kUnavailable);
  const Status too_large = admission.Admit(MakeSubmission({std::string(6'000, 'x')}));
  ASSERT_FALSE(too_large.ok());
  EXPECT_EQ(too_large.error().code, ErrorCode::kInvalidArgument);
}

TEST(ServiceRate, EstimatesFromWhatFinishedLately) {
  ServiceRate rate;
  SteadyTime now{seconds(1000)};
  EXPECT_EQ(rate.RetryAfterSeconds(0, now), 1);
  EXPECT_EQ(rate.RetryAfterSeconds(100, now), 5);  // nothing known yet
  for (int i = 0; i < 1200; ++i) {                 // ten a second
    now += std::chrono::milliseconds(100);
    rate.OnFinished(now);
  }
  EXPECT_EQ(rate.RetryAfterSeconds(10, now), 1);
  EXPECT_NEAR(rate.RetryAfterSeconds(4000, now), 20, 2);  // 200 places at ten a second
  EXPECT_EQ(rate.RetryAfterSeconds(4000, now + seconds(600)), 60);
}

}  // namespace
}  // namespace assay
