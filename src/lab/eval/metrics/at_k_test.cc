#include "lab/eval/metrics/at_k.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

namespace assay::eval {
namespace {

// Mean of `value` over all subsets of k of n samples, each a bit of the mask.
template <typename Value>
double OverSubsets(int n, int k, const Value& value) {
  double sum = 0;
  int subsets = 0;
  for (unsigned mask = 0; mask < (1u << n); ++mask) {
    if (__builtin_popcount(mask) != k) continue;
    sum += value(mask);
    ++subsets;
  }
  return sum / subsets;
}

double BinomialChance(int n, int c, double p) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(c + 1) - std::lgamma(n - c + 1)) *
         std::pow(p, c) * std::pow(1 - p, n - c);
}

TEST(PassAtK, IsTheShareOfSubsetsWithARightSample) {
  for (int n = 1; n <= 10; ++n) {
    for (int c = 0; c <= n; ++c) {
      const unsigned right = (1u << c) - 1;
      for (int k = 1; k <= n; ++k) {
        EXPECT_NEAR(
            PassAtK(n, c, k),
            OverSubsets(n, k, [&](unsigned mask) { return (mask & right) != 0 ? 1.0 : 0.0; }),
            1e-12);
        EXPECT_NEAR(
            PassHatK(n, c, k),
            OverSubsets(n, k, [&](unsigned mask) { return (mask & ~right) == 0 ? 1.0 : 0.0; }),
            1e-12);
      }
    }
  }
}

TEST(PassAtK, WorkedValues) {
  EXPECT_DOUBLE_EQ(PassAtK(5, 2, 2), 0.7);   // 1 - 3/10
  EXPECT_DOUBLE_EQ(PassHatK(5, 3, 2), 0.3);  // 3/10
  EXPECT_EQ(PassAtK(10, 0, 5), 0);
  EXPECT_EQ(PassAtK(10, 6, 5), 1);  // four wrong ones can't fill five places
}

TEST(PassAtK, KeepsItsDigitsWhereBinomialsOverflow) {
  // 1 - C(1990, 1000) / C(2000, 1000), from Python's whole numbers.
  EXPECT_NEAR(PassAtK(2000, 10, 1000), 0.9990452674173292, 1e-12);
  EXPECT_NEAR(PassHatK(100000, 99999, 50000), 0.5, 1e-9);
}

TEST(PassAtK, VarianceIsUnbiasedOverDraws) {
  for (const double p : {0.05, 0.3, 0.5, 0.9, 1.0}) {
    for (int n = 2; n <= 12; ++n) {
      for (int k = 1; 2 * k <= n; ++k) {
        double mean = 0, square = 0, estimated = 0, estimated_hat = 0, hat = 0, hat_square = 0;
        for (int c = 0; c <= n; ++c) {
          const double chance = BinomialChance(n, c, p);
          mean += chance * PassAtK(n, c, k);
          square += chance * PassAtK(n, c, k) * PassAtK(n, c, k);
          hat += chance * PassHatK(n, c, k);
          hat_square += chance * PassHatK(n, c, k) * PassHatK(n, c, k);
          estimated += chance * PassAtKVariance(n, c, k).value();
          estimated_hat += chance * PassHatKVariance(n, c, k).value();
        }
        EXPECT_NEAR(mean, 1 - std::pow(1 - p, k), 1e-12);
        EXPECT_NEAR(estimated, square - mean * mean, 1e-12) << n << " " << k << " " << p;
        EXPECT_NEAR(estimated_hat, hat_square - hat * hat, 1e-12);
      }
    }
  }
}

TEST(PassAtK, HasNoVarianceWithoutTwiceTheSamples) {
  EXPECT_FALSE(PassAtKVariance(7, 3, 4));
  EXPECT_FALSE(PassHatKVariance(1, 1, 1));
  EXPECT_NEAR(PassAtKVariance(4, 1, 1).value(), 0.25 * 0.75 / 3, 1e-15);
}

// By going through all subsets of the samples.
double MajorityBySubsets(const std::vector<AnswerVotes>& votes, int64_t abstained, int k) {
  std::vector<size_t> answer_of;
  for (size_t answer = 0; answer < votes.size(); ++answer) {
    for (int64_t i = 0; i < votes[answer].count; ++i) answer_of.push_back(answer);
  }
  const size_t voters = answer_of.size();
  return OverSubsets(static_cast<int>(voters) + static_cast<int>(abstained), k, [&](unsigned mask) {
    std::map<size_t, int> counts;
    for (size_t i = 0; i < voters; ++i) {
      if ((mask >> i & 1) != 0) ++counts[answer_of[i]];
    }
    int most = 0;
    for (const auto& [answer, count] : counts) most = std::max(most, count);
    double right = 0, tied = 0;
    for (const auto& [answer, count] : counts) {
      if (count != most) continue;
      right += votes[answer].right;
      tied += 1;
    }
    return tied == 0 ? 0.0 : right / tied;
  });
}

TEST(MajorityAtK, IsTheMeanOverAllSubsetsWithTiesShared) {
  std::mt19937 random(20);
  for (int round = 0; round < 60; ++round) {
    std::vector<AnswerVotes> votes;
    int n = 0;
    for (int answer = 0; answer < 4; ++answer) {
      const int count = static_cast<int>(random() % 4);
      if (count == 0) continue;
      votes.push_back({count, static_cast<double>(random() % 3) / 2});
      n += count;
    }
    const auto abstained = static_cast<int64_t>(random() % 3 + (n == 0 ? 1 : 0));
    n += static_cast<int>(abstained);
    for (int k = 1; k <= n; ++k) {
      EXPECT_NEAR(MajorityAtK(votes, abstained, k), MajorityBySubsets(votes, abstained, k), 1e-12)
          << "round " << round << " k " << k;
    }
  }
}

TEST(MajorityAtK, WorkedValues) {
  // Three right, two wrong ones alike: of 10 triples, 7 have two or three right.
  EXPECT_NEAR(MajorityAtK({{3, 1}, {2, 0}}, 0, 3), 0.7, 1e-12);
  EXPECT_EQ(MajorityAtK({{3, 1}, {2, 0}}, 0, 5), 1);
  EXPECT_EQ(MajorityAtK({{2, 1}, {2, 0}}, 0, 4), 0.5);  // a tie
  EXPECT_EQ(MajorityAtK({}, 3, 2), 0);                  // nobody has an answer
}

TEST(MajorityAtK, OfOneSampleIsThePassRate) {
  EXPECT_NEAR(MajorityAtK({{30, 1}, {50, 0}, {20, 0}}, 28, 1), 30.0 / 128, 1e-12);
}

TEST(MajorityAtK, IsBoundedForManySamples) {
  std::vector<AnswerVotes> votes = {{500, 1}, {300, 0}};
  for (int i = 0; i < 200; ++i) votes.push_back({1, 0});
  // Of draws of 64 with whole numbers, by Python; the single votes never win.
  EXPECT_NEAR(MajorityAtK(votes, 24, 64), 0.9679083455710831, 1e-9);
}

}  // namespace
}  // namespace assay::eval
