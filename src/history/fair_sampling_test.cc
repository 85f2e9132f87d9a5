#include "history/fair_sampling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::ElementsAre;

TEST(FairSampling, AFloodOfOneKindLeavesAllOfTheOther) {
  EXPECT_THAT(ShareSample({100, 100'000}, 64), ElementsAre(1, 128));
  EXPECT_THAT(ShareSample({100'000, 100}, 64), ElementsAre(128, 1));
}

TEST(FairSampling, OfTwoFloodsEachHasHalf) {
  EXPECT_THAT(ShareSample({100'000, 100'000}, 64), ElementsAre(64, 64));
  EXPECT_THAT(ShareSample({1'000, 100'000}, 1'024), ElementsAre(32, 2'048));
}

TEST(FairSampling, WhereAllMayBeTakenAllAre) {
  EXPECT_THAT(ShareSample({100, 100'000}, 1), ElementsAre(1, 1));
  EXPECT_THAT(ShareSample({0, 5}, 1), ElementsAre(1, 1));
}

TEST(FairSampling, OneKindAloneIsTakenAsAllAre) {
  EXPECT_THAT(ShareSample({0, 100'000}, 32), ElementsAre(32, 32));
  EXPECT_THAT(ShareSample({0, 0}, 32), ElementsAre(32, 32));
}

TEST(FairSampling, NeverTakesMoreThanItMay) {
  for (uint32_t one_in = 1; one_in <= 1 << 16; one_in *= 2) {
    for (int64_t few = 1; few < 200'000; few = few * 3 + 1) {
      const auto rates = ShareSample({few, 70'000}, one_in);
      const double taken = static_cast<double>(few) / rates[0] + 70'000.0 / rates[1];
      EXPECT_LE(taken, (static_cast<double>(few) + 70'000) / one_in * 1.001)
          << few << " " << one_in;
      EXPECT_TRUE(std::has_single_bit(rates[0]) && std::has_single_bit(rates[1]));
    }
  }
}

}  // namespace
}  // namespace assay
