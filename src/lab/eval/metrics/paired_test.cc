#include "lab/eval/metrics/paired.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace assay::eval {
namespace {

PairedItem Pair(const std::string& id, int64_t passed_a, int64_t passed_b, int64_t judged = 1) {
  return {id, id, judged, passed_a, judged, passed_b};
}

TEST(McNemar, IsTheExactBinomial) {
  EXPECT_NEAR(McNemarExact(10, 2), 0.03857421875, 1e-12);  // 2 (1 + 12 + 66) / 4096
  EXPECT_EQ(McNemarExact(0, 0), 1);
  EXPECT_EQ(McNemarExact(3, 3), 1);
  EXPECT_NEAR(McNemarExact(0, 5), 0.0625, 1e-12);
  // The example in the manual of statsmodels, [[101, 121], [59, 33]].
  EXPECT_NEAR(McNemarExact(121, 59) / 4.434449263755176e-06, 1, 1e-9);
  EXPECT_NEAR(McNemarExact(2100, 1900) / 0.0016492663751356998, 1, 1e-9);
}

TEST(Paired, DifferenceHasTheErrorOfAMeanOfDifferences) {
  // Differences 0, 1/4, 1/4, -1/4, 0: mean 0.05, sample variance 0.7 / 16.
  const auto result = ComparePaired({Pair("a", 1, 1, 4), Pair("b", 0, 1, 4), Pair("c", 0, 1, 4),
                                     Pair("d", 1, 0, 4), Pair("e", 0, 0, 4)});
  ASSERT_TRUE(result);
  const double se = std::sqrt(0.7 / 16 / 5);
  EXPECT_NEAR(result->difference, 0.05, 1e-12);
  EXPECT_NEAR(result->problems_se.value(), se, 1e-12);
  EXPECT_NEAR(result->problems_interval->high, 0.05 + 2.776445 * se, 1e-6);
  EXPECT_NEAR(result->problems_interval->low, 0.05 - 2.776445 * se, 1e-6);
  EXPECT_EQ(result->b_better, 2u);
  EXPECT_EQ(result->a_better, 1u);
  EXPECT_EQ(result->equal, 2u);
  EXPECT_EQ(result->p_value, 1);
  // One sample says nothing of other draws.
  EXPECT_FALSE(ComparePaired({Pair("a", 1, 1), Pair("b", 0, 1)})->sampling_se);
}

TEST(Paired, LeavesOutWhatOneSideHasNotJudged) {
  PairedItem one_sided = Pair("b", 0, 1);
  one_sided.judged_a = 0;
  const auto result = ComparePaired({Pair("a", 1, 1), one_sided});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->problems, 1u);
  EXPECT_EQ(result->difference, 0);
  EXPECT_FALSE(result->problems_se);
  EXPECT_FALSE(ComparePaired({one_sided}));
}

TEST(Paired, ClustersAreOnePairOfTheTest) {
  PairedItem a = Pair("a/go", 0, 1), b = Pair("a/rs", 0, 1), c = Pair("b/go", 1, 0);
  a.cluster = b.cluster = "a";
  const auto result = ComparePaired({a, b, c});
  EXPECT_EQ(result->clusters, 2u);
  EXPECT_EQ(result->b_better, 1u);
  EXPECT_EQ(result->a_better, 1u);
}

TEST(Paired, SamplingErrorAddsBothRunsDraws) {
  // Variances 0.25 / 3 and 0.1875 / 3 of one problem, 0 and 0.1875 / 3 of the other.
  const auto result = ComparePaired({Pair("a", 2, 1, 4), Pair("b", 4, 3, 4)});
  EXPECT_NEAR(result->sampling_se.value(), std::sqrt((0.25 + 2 * 0.1875) / 3) / 2, 1e-12);
}

// The interval is one for other problems of the kind: a bootstrap over problems gives its width.
TEST(Paired, ErrorOverProblemsAgreesWithABootstrap) {
  std::mt19937 random(11);
  std::vector<PairedItem> items;
  std::vector<double> differences;
  for (int i = 0; i < 80; ++i) {
    const auto passed_a = static_cast<int64_t>(random() % 5);
    const auto passed_b = std::min<int64_t>(4, passed_a + static_cast<int64_t>(random() % 2));
    items.push_back(Pair(std::to_string(i), passed_a, passed_b, 4));
    differences.push_back(static_cast<double>(passed_b - passed_a) / 4);
  }
  double sum = 0, squares = 0;
  constexpr int kDraws = 20000;
  for (int draw = 0; draw < kDraws; ++draw) {
    double mean = 0;
    for (size_t i = 0; i < differences.size(); ++i) {
      mean += differences[random() % differences.size()] / static_cast<double>(differences.size());
    }
    sum += mean;
    squares += mean * mean;
  }
  const double bootstrap = std::sqrt(squares / kDraws - (sum / kDraws) * (sum / kDraws));
  EXPECT_NEAR(ComparePaired(items)->problems_se.value() / bootstrap, 1, 0.03);
}

TEST(Flipped, IsAChangeOfTheMajority) {
  EXPECT_TRUE(Flipped(Pair("a", 0, 1)));
  EXPECT_FALSE(Flipped(Pair("a", 3, 4, 4)));
  EXPECT_TRUE(Flipped(Pair("a", 2, 3, 4)));
}

}  // namespace
}  // namespace assay::eval
