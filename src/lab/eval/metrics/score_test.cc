#include "lab/eval/metrics/score.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "lab/eval/metrics/flips.h"
#include "lab/eval/metrics/strata.h"

namespace assay::eval {
namespace {

EvalItem Item(const std::string& id, const std::string& cluster = "",
              const std::string& language = "") {
  EvalItem item;
  item.id = id;
  item.cluster = cluster.empty() ? id : cluster;
  item.language = language;
  return item;
}

// A letter a sample: P, F, M, E.
std::vector<Outcome> Outcomes(const std::vector<std::string>& rows) {
  std::vector<Outcome> outcomes;
  for (size_t item = 0; item < rows.size(); ++item) {
    for (size_t sample = 0; sample < rows[item].size(); ++sample) {
      Outcome outcome;
      outcome.item = item;
      outcome.sample = static_cast<int64_t>(sample);
      switch (rows[item][sample]) {
        case 'P': outcome.state = SampleState::kPassed; break;
        case 'F': outcome.state = SampleState::kFailed; break;
        case 'M': outcome.state = SampleState::kMasked; break;
        default: outcome.state = SampleState::kErrored; break;
      }
      outcomes.push_back(outcome);
    }
  }
  return outcomes;
}

std::vector<EvalItem> Items(size_t number) {
  std::vector<EvalItem> items;
  for (size_t i = 0; i < number; ++i) items.push_back(Item("p" + std::to_string(i)));
  return items;
}

Score Of(const std::vector<EvalItem>& items, const std::vector<Outcome>& outcomes) {
  return ScoreOf(items, TallyByItem(items.size(), outcomes));
}

TEST(Score, MaskedAndErroredAreInNoDenominator) {
  const Score score = Of(Items(4), Outcomes({"PM", "FE", "ME", "PP"}));
  EXPECT_EQ(score.counts.asked, 8);
  EXPECT_EQ(score.counts.judged(), 4);
  EXPECT_EQ(score.counts.masked, 2);
  EXPECT_EQ(score.counts.errored, 2);
  EXPECT_EQ(score.items, 4u);
  EXPECT_EQ(score.judged_items, 3u);
  ASSERT_EQ(score.pass_at_k.size(), 1u);  // an item has one judged sample: there is no pass@2
  EXPECT_NEAR(score.pass_at_k[0].estimate.value, 2.0 / 3, 1e-12);
  EXPECT_FALSE(score.pass_at_k[0].estimate.sampling_se);
  EXPECT_FALSE(score.avg_at_n);
}

TEST(Score, WithoutAJudgedSampleThereIsNoScore) {
  const Score score = Of(Items(2), Outcomes({"EE", "M"}));
  EXPECT_TRUE(score.pass_at_k.empty());
  EXPECT_EQ(score.judged_items, 0u);
  EXPECT_FALSE(score.partial);
}

TEST(Score, TwoErrorsOfKnownSizes) {
  // Rates 1/4, 3/4, 1, 0: variances of the draws 1/16, 1/16, 0, 0.
  const Score score = Of(Items(4), Outcomes({"PFFF", "PPPF", "PPPP", "FFFF"}));
  const Estimate& at_one = score.pass_at_k.front().estimate;
  EXPECT_EQ(score.avg_at_n, 4);
  EXPECT_NEAR(at_one.value, 0.5, 1e-12);
  EXPECT_NEAR(at_one.sampling_se.value(), std::sqrt(2.0 / 16) / 4, 1e-12);
  EXPECT_NEAR(at_one.problems_se.value(), std::sqrt(0.625 / 3 / 4), 1e-12);
  // pass@4 needs all four, so that there is no second draw to estimate its spread from.
  EXPECT_EQ(score.pass_at_k.back().k, 4);
  EXPECT_FALSE(score.pass_at_k.back().estimate.sampling_se);
  EXPECT_TRUE(score.pass_at_k.back().estimate.problems_se);
}

TEST(Score, SamplingErrorIsTheSpreadOfRepeatedRuns) {
  std::mt19937 random(7);
  const std::vector<double> skill = {0.05, 0.2, 0.5, 0.5, 0.8, 0.95, 1.0, 0.0};
  double sum = 0, squares = 0, estimated = 0;
  constexpr int kRuns = 2000;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<std::string> rows;
    for (const double p : skill) {
      std::string row;
      for (int i = 0; i < 8; ++i) {
        row += std::generate_canonical<double, 30>(random) < p ? 'P' : 'F';
      }
      rows.push_back(row);
    }
    const Score score = Of(Items(skill.size()), Outcomes(rows));
    const Estimate& at_two = score.pass_at_k[1].estimate;
    ASSERT_EQ(score.pass_at_k[1].k, 2);
    sum += at_two.value;
    squares += at_two.value * at_two.value;
    estimated += *at_two.sampling_se * *at_two.sampling_se;
  }
  const double variance = squares / kRuns - (sum / kRuns) * (sum / kRuns);
  EXPECT_NEAR(estimated / kRuns / variance, 1, 0.12);
}

TEST(Score, SolveRatesFallIntoTenthsWithNoneAndAllApart) {
  const Score score = Of(Items(6), Outcomes({"FFFFFFFFFF", "PFFFFFFFFF", "PPFFFFFFFF", "PPPPPPPPPF",
                                             "PPPPPPPPPP", "PFFFFFFFFFF"}));
  const std::vector<int64_t> expected = {1, 2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1};
  EXPECT_EQ(score.solve_rates, expected);
}

TEST(Score, AnswersAreVotedOn) {
  std::vector<Outcome> outcomes = Outcomes({"PPFFF"});
  const char* answers[] = {"7", "7", "8", "9", ""};
  for (size_t i = 0; i < outcomes.size(); ++i) outcomes[i].answer = answers[i];
  const Score score = Of(Items(1), outcomes);
  ASSERT_FALSE(score.maj_at_k.empty());
  EXPECT_EQ(score.maj_at_k.back().k, 5);
  EXPECT_EQ(score.maj_at_k.back().estimate.value, 1);
  EXPECT_NEAR(score.maj_at_k.front().estimate.value, 0.4, 1e-12);
  EXPECT_TRUE(Of(Items(1), Outcomes({"PPF"})).maj_at_k.empty());
}

TEST(Score, RowsOfOneProblemAreOneCluster) {
  const std::vector<EvalItem> items = {Item("a/go", "a", "go"), Item("a/rs", "a", "rust"),
                                       Item("b/go", "b", "go"), Item("b/rs", "b", "rust")};
  const Score score = Of(items, Outcomes({"P", "P", "F", "F"}));
  EXPECT_EQ(score.clusters, 2u);
  EXPECT_NEAR(score.pass_at_k[0].estimate.problems_se.value(), 0.5, 1e-12);
}

TEST(Score, PartialNeedsEverySample) {
  std::vector<Outcome> outcomes = Outcomes({"PF", "FE"});
  outcomes[0].partial = 1.0;
  outcomes[1].partial = 0.5;
  EXPECT_FALSE(Of(Items(2), outcomes).partial);
  outcomes[2].partial = 0.25;
  EXPECT_NEAR(Of(Items(2), outcomes).partial->value, 0.5, 1e-12);
}

TEST(ValuesOfK, EndsWithAllSamples) {
  EXPECT_EQ(ValuesOfK(0), std::vector<int64_t>());
  EXPECT_EQ(ValuesOfK(1), std::vector<int64_t>({1}));
  EXPECT_EQ(ValuesOfK(9), std::vector<int64_t>({1, 2, 4, 5, 8, 9}));
}

TEST(Strata, OfLanguagesHaveBothAverages) {
  const std::vector<EvalItem> items = {Item("a/go", "a", "go"), Item("b/go", "b", "go"),
                                       Item("c/go", "c", "go"), Item("a/rs", "a", "rust")};
  const std::vector<Tally> tallies = TallyByItem(4, Outcomes({"P", "P", "P", "F"}));
  const std::vector<Strata> all = StrataOf(items, tallies);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].dimension, Dimension::kLanguage);
  ASSERT_EQ(all[0].strata.size(), 2u);
  EXPECT_EQ(all[0].strata[0].value, "go");
  EXPECT_NEAR(all[0].mean_of_strata->value, 0.5, 1e-12);
  EXPECT_NEAR(ScoreOf(items, tallies).pass_at_k[0].estimate.value, 0.75, 1e-12);
}

TEST(Strata, AreMonthsAndDifficultiesInTheirOrder) {
  std::vector<EvalItem> items = Items(3);
  items[0].difficulty = "hard";
  items[1].difficulty = "easy";
  items[2].difficulty = "medium";
  items[0].date = "2024-11-02";
  items[1].date = "2024-10-31T00:00:00";
  items[2].date = "soon";
  const std::vector<Strata> all = StrataOf(items, TallyByItem(3, Outcomes({"P", "F", "P"})));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].strata[0].value, "easy");
  EXPECT_EQ(all[0].strata[2].value, "hard");
  EXPECT_EQ(all[1].strata[0].value, "");
  EXPECT_EQ(all[1].strata[1].value, "2024-10");
}

TEST(ProfileFlips, AreSamplesThatBothJudgedDifferently) {
  const std::vector<ProfileFlips> flips =
      FlipsBetween(Outcomes({"PF", "PE", "FP"}), Outcomes({"PF", "FF", "PF"}));
  ASSERT_EQ(flips.size(), 2u);
  EXPECT_EQ(flips[0].item, 1u);
  EXPECT_EQ(flips[0].judged, 1);
  EXPECT_EQ(flips[0].only_official, std::vector<int64_t>({0}));
  EXPECT_EQ(flips[1].only_assay, std::vector<int64_t>({0}));
  EXPECT_EQ(flips[1].only_official, std::vector<int64_t>({1}));
}

}  // namespace
}  // namespace assay::eval
