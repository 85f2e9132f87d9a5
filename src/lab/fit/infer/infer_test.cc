#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "lab/fit/infer/compare.h"
#include "lab/fit/infer/simulate.h"
#include "lab/fit/infer/study.h"

namespace assay::fit {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;

constexpr Law kScaleRl{0.610, 1.92, 2542, 0.3};

Simulation RunUntil(double to, double noise = 0.005, uint64_t seed = 1) {
  return {kScaleRl, 150, to, 150, noise, seed};
}
StudyRules Rules(int draws = 200) {
  StudyRules rules;
  rules.r0 = 0.3;
  rules.resample.draws = draws;
  return rules;
}
Study Studied(const Simulation& simulation, const StudyRules& rules) {
  Result<Study> study = StudyCurve(SimulatedPoints(simulation), rules);
  EXPECT_TRUE(study.ok()) << (study.ok() ? "" : study.error().message);
  return std::move(study).value();
}
std::string Refusal(std::vector<Point> points, const StudyRules& rules) {
  const Result<Study> study = StudyCurve(std::move(points), rules);
  return study.ok() ? "" : study.error().message;
}

TEST(Simulation, IsTheSameForTheSameSeed) {
  const auto points = SimulatedPoints(RunUntil(3000));
  ASSERT_EQ(points.size(), 20u);
  EXPECT_EQ(points.back().compute, 3000);
  EXPECT_EQ(points[7].reward, SimulatedPoints(RunUntil(3000))[7].reward);
  EXPECT_NE(points[7].reward, SimulatedPoints(RunUntil(3000, 0.005, 2))[7].reward);
}

TEST(Study, QuotesAnAsymptoteOnlyWhereThePointsHoldIt) {
  // Of curves without noise, so that what is fitted is what there is.
  const Study early = Studied(RunUntil(1.4 * 2542, 0), Rules());
  EXPECT_EQ(early.identified, Identified::kNo);
  EXPECT_THAT(early.warnings, Contains(HasSubstr("not identified")));
  const Study later = Studied(RunUntil(1.8 * 2542, 0), Rules());
  EXPECT_EQ(later.identified, Identified::kBarely);
  EXPECT_THAT(later.warnings, Contains(HasSubstr("barely identified")));
  const Study far = Studied(RunUntil(3 * 2542, 0), Rules());
  EXPECT_EQ(far.identified, Identified::kYes);
  EXPECT_THAT(far.warnings, IsEmpty());
}

TEST(Study, AnAsymptoteAtItsBoundIsNotIdentified) {
  std::vector<Point> points;
  for (int i = 1; i <= 20; ++i) points.push_back({100.0 * i, 0.3 + 0.02 * i, 1});
  StudyRules rules = Rules();
  rules.bounds.most_a = 0.72;
  const Result<Study> study = StudyCurve(points, rules);
  ASSERT_TRUE(study.ok());
  EXPECT_EQ(study->identified, Identified::kNo);
  EXPECT_TRUE(study->a.profile.open_high);
}

TEST(Study, ForeseesTheSecondHalf) {
  StudyRules rules = Rules();
  rules.forecasts = {16000, 100000};
  const Study study = Studied(RunUntil(16000), rules);
  ASSERT_TRUE(study.hold_out.has_value());
  EXPECT_LE(study.hold_out->until, 8000);
  EXPECT_LT(std::fabs(study.hold_out->end_error), 0.02);
  ASSERT_EQ(study.forecasts.size(), 2u);
  const Forecast& end = study.forecasts[1];
  EXPECT_NEAR(end.reward, kScaleRl.At(100000), 0.005);
  ASSERT_TRUE(end.curve && end.evaluation);
  EXPECT_LT(end.curve->width(), end.evaluation->width());
  EXPECT_THAT(kScaleRl.At(100000), AllOf(Ge(end.curve->low), Le(end.curve->high)));
}

TEST(Study, IsTheSameInAnyOrderAndForTheSameSeed) {
  auto points = SimulatedPoints(RunUntil(8000));
  const Result<Study> study = StudyCurve(points, Rules());
  std::reverse(points.begin(), points.end());
  const Result<Study> reversed = StudyCurve(points, Rules());
  ASSERT_TRUE(study.ok() && reversed.ok());
  EXPECT_EQ(study->fit.law.a, reversed->fit.law.a);
  EXPECT_EQ(study->a.drawn->low, reversed->a.drawn->low);
}

TEST(Study, SaysWhenR0AndACannotBeToldApart) {
  StudyRules rules = Rules();
  rules.r0.reset();
  // Only the upper end of the curve: where it began nobody knows.
  const Simulation simulation{kScaleRl, 5000, 9000, 150, 0.005, 4};
  const Study study = Studied(simulation, rules);
  EXPECT_GT(study.r0.profile.width(), 0.05);
  ASSERT_TRUE(study.a_with_r0.has_value());
}

TEST(Study, KnowsResidualsThatHangTogether) {
  auto points = SimulatedPoints(RunUntil(9000, 0));
  for (size_t i = 0; i < points.size(); ++i) {
    points[i].reward += 0.01 * std::sin(static_cast<double>(i) / 2);
  }
  const Result<Study> study = StudyCurve(points, Rules());
  ASSERT_TRUE(study.ok());
  EXPECT_TRUE(study->hangs_together);
  EXPECT_THAT(study->warnings, Contains(HasSubstr("hang together")));
}

TEST(Study, SaysWhenTheRunBeganBeyondItsCurve) {
  std::vector<Point> points = SimulatedPoints(RunUntil(6000, 0));
  for (Point& point : points) point.reward = 0.5;
  const Result<Study> study = StudyCurve(points, Rules());
  ASSERT_TRUE(study.ok());
  EXPECT_NEAR(study->a.value, 0.5, 1e-6);
  EXPECT_THAT(study->warnings, Contains(HasSubstr("B and C_mid aren't identified")));
}

TEST(Study, OneEvaluationIsForetoldAsAShare) {
  StudyRules rules = Rules();
  rules.forecasts = {100000};
  const Study study = Studied({{0.97, 1.9, 2542, 0.3}, 150, 9000, 150, 0.05, 1}, rules);
  EXPECT_LE(study.forecasts[0].evaluation->high, 1);
}

TEST(Study, RefusesWhatIsNoCurve) {
  EXPECT_THAT(Refusal({{1, 0.1, 1}, {2, 0.2, 1}}, Rules()), HasSubstr("at least 5"));
  std::vector<Point> points = SimulatedPoints(RunUntil(3000));
  points[3].reward = 41.2;
  EXPECT_THAT(Refusal(points, Rules()), HasSubstr("scale them by 0.01"));
  points[3].reward = std::nan("");
  EXPECT_THAT(Refusal(points, Rules()), HasSubstr("isn't from 0 to 1"));
  points[3] = {0, 0.4, 1};
  EXPECT_THAT(Refusal(points, Rules()), HasSubstr("above 0"));
  for (Point& point : points) point = {100, 0.4, 1};
  EXPECT_THAT(Refusal(points, Rules()), HasSubstr("same compute"));
  for (size_t i = 0; i < points.size(); ++i) points[i] = {1.0 + static_cast<double>(i), 0.2, 1};
  EXPECT_THAT(Refusal(points, Rules()), HasSubstr("no gain"));
}

TEST(Study, NoiselessIntervalsAreNarrow) {
  const Study study = Studied(RunUntil(8000, 0), Rules());
  EXPECT_NEAR(study.a.value, 0.610, 1e-8);
  EXPECT_LT(study.a.profile.width(), 1e-6);
}

// How often an interval of 95 % has the true value: smaller here than `assay fit simulate --runs`
// does it, so that sanitizers have the time.
TEST(Intervals, HaveTheTruthAsOftenAsTheySay) {
  constexpr int kRuns = 200;
  const RecoveryStudy recovery =
      StudyRecovery({kScaleRl, 1500, 8000, 150, 0.005, 100}, kRuns, Rules(200));
  EXPECT_EQ(recovery.refused, 0);
  for (const Recovery& each : {recovery.a, recovery.b, recovery.c_mid}) {
    EXPECT_THAT(each.profile_covers, AllOf(Ge(0.90), Le(0.99)));
    ASSERT_TRUE(each.drawn_covers.has_value());
    EXPECT_THAT(*each.drawn_covers, AllOf(Ge(0.89), Le(0.99)));
  }
  EXPECT_THAT(recovery.a.mean_error, AllOf(Ge(-0.001), Le(0.001)));
}

NamedRun RunOf(const char* name, const Law& law, double to, uint64_t seed) {
  NamedRun run;
  run.name = name;
  run.points = SimulatedPoints({law, 150, to, 150, 0.003, seed});
  run.rules = Rules();
  return run;
}

TEST(Compare, EqualAsymptotesAreFittedOnceMoreWithTheirMean) {
  const Result<RunComparison> comparison =
      CompareRuns({RunOf("fast", {0.610, 2.0, 2000, 0.3}, 16000, 1),
                   RunOf("slow", {0.605, 1.6, 2600, 0.3}, 16000, 2)});
  ASSERT_TRUE(comparison.ok());
  ASSERT_EQ(comparison->pairs.size(), 1u);
  EXPECT_TRUE(comparison->pairs[0].same_asymptote);
  ASSERT_TRUE(comparison->shared_a.has_value());
  EXPECT_NEAR(*comparison->shared_a, 0.6075, 0.004);
  ASSERT_EQ(comparison->refits.size(), 2u);
  EXPECT_EQ(comparison->refits[0].a.value, comparison->refits[1].a.value);
  EXPECT_GT(comparison->refits[0].b.value, comparison->refits[1].b.value);
}

TEST(Compare, TheSlowerOneOvertakes) {
  const Law quick{0.55, 2.5, 1500, 0.3}, high{0.65, 1.7, 4000, 0.3};
  const Result<RunComparison> comparison =
      CompareRuns({RunOf("quick", quick, 14000, 1), RunOf("high", high, 14000, 2)});
  ASSERT_TRUE(comparison.ok());
  const RunPair& pair = comparison->pairs[0];
  EXPECT_TRUE(pair.comparable);
  EXPECT_FALSE(pair.same_asymptote);
  EXPECT_LT(pair.a_difference, -0.05);
  ASSERT_EQ(pair.crossings.size(), 1u);
  EXPECT_NEAR(quick.At(pair.crossings[0]), high.At(pair.crossings[0]), 0.005);
  EXPECT_FALSE(comparison->shared_a.has_value());
}

TEST(Compare, SaysNothingOfAsymptotesThatAreNotIdentified) {
  const Result<RunComparison> comparison =
      CompareRuns({RunOf("short", kScaleRl, 2000, 1), RunOf("long", kScaleRl, 14000, 2)});
  ASSERT_TRUE(comparison.ok());
  EXPECT_FALSE(comparison->pairs[0].comparable);
  EXPECT_FALSE(comparison->shared_a.has_value());
  EXPECT_THAT(comparison->warnings, Contains(HasSubstr("short: the asymptote is")));
}

TEST(Compare, WarnsOfAnotherR0) {
  NamedRun first = RunOf("a", kScaleRl, 14000, 1), second = RunOf("b", kScaleRl, 14000, 2);
  second.rules.r0 = 0.25;
  const Result<RunComparison> comparison = CompareRuns({first, second});
  ASSERT_TRUE(comparison.ok());
  EXPECT_THAT(comparison->warnings, Contains(HasSubstr("another R0")));
}

TEST(Crossings, NoneWhereOneIsAlwaysAhead) {
  EXPECT_THAT(Crossings({0.6, 2, 1000, 0.3}, {0.5, 2, 1000, 0.3}, 10, 1e6), IsEmpty());
  EXPECT_THAT(Crossings({0.6, 2, 1000, 0.3}, {0.5, 2, 300, 0.3}, 10, 1e6), Not(IsEmpty()));
}

}  // namespace
}  // namespace assay::fit
