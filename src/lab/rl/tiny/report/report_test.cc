#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "lab/rl/tiny/report/learning_page.h"

namespace assay::tiny {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Examination Seen(int64_t solved) {
  return {.tasks = 1000, .solved = solved, .sums = 800, .solved_sums = solved / 2};
}

// From 0.3 towards 0.9, half of the way after 40,000 tokens.
LearningCurve Curve() {
  LearningCurve curve;
  curve.milestones.push_back({0, 0, Seen(300)});
  for (int step = 1; step <= 20; ++step) {
    const int64_t tokens = step * 10000;
    StepReport report;
    report.entropy = 1.0 / step;
    curve.steps.push_back({step, tokens, report});
    const double gain = 600 / (1 + std::pow(40000.0 / double(tokens), 2));
    curve.milestones.push_back({step, tokens, Seen(300 + std::lround(gain))});
  }
  return curve;
}

Result<fit::Study> StudyOf(const LearningCurve& curve) {
  const fit::NamedRun run = HeldOutRun(curve);
  return fit::StudyCurve(run.points, run.rules);
}

TEST(LearningPageTest, TheFirstExaminationIsWhereItBegan) {
  const fit::NamedRun run = HeldOutRun(Curve());
  EXPECT_EQ(run.rules.r0, 0.3);
  ASSERT_EQ(run.points.size(), 20U);
  EXPECT_EQ(run.points[0].compute, 10000);
  EXPECT_EQ(run.points[0].weight, 1000);
  const auto study = StudyOf(Curve());
  ASSERT_TRUE(study.ok()) << study.error().message;
  EXPECT_NEAR(study->a.value, 0.9, 0.01);
}

TEST(LearningPageTest, SaysWhatWasLearnedAndForetold) {
  const LearningCurve curve = Curve();
  const std::string page = LearningPage(curve, {}, "intellect3", StudyOf(curve));
  for (const char* each : {"0.300 → 0.877", "300 and 877 of 1000", "20 steps", "intellect3",
                           "foretold by the first half", "entropy", "clipped share"}) {
    EXPECT_THAT(page, HasSubstr(each));
  }
  EXPECT_THAT(page, Not(HasSubstr("masked rollouts")));
  EXPECT_THAT(page, Not(HasSubstr("foretold\" d=")));  // what was seen isn't dotted
  EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(LearningPageTest, FaultsAndARunTooShortForALaw) {
  LearningCurve curve = Curve();
  curve.milestones.resize(3);
  LearningOptions options;
  options.faults = 0.25;
  options.fault_answer = FaultAnswer::kZero;
  const auto study = StudyOf(curve);
  ASSERT_FALSE(study.ok());
  const std::string page = LearningPage(curve, options, "<b>", study);
  for (const char* each : {"No law goes through them", "masked rollouts",
                           "25 % of the verdicts fail and are zeros", "Recipe &lt;b&gt;"}) {
    EXPECT_THAT(page, HasSubstr(each));
  }
  EXPECT_THAT(page, Not(HasSubstr("foretold by the first half")));
}

}  // namespace
}  // namespace assay::tiny
