#include "scoring/group.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace assay::scoring {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::Optional;

constexpr std::nullopt_t kMasked = std::nullopt;

TEST(Advantages, AreGrposWithTheSampleStd) {
  // torch.tensor([1., 0., 0., 1.]).std() is 0.5773502691896258.
  const Values scores = {1.0, 0.0, 0.0, 1.0};
  const double expected = 0.5 / (0.5773502691896258 + 1e-6);
  EXPECT_THAT(
      Advantages(scores, {}),
      ElementsAre(Optional(DoubleNear(expected, 1e-12)), Optional(DoubleNear(-expected, 1e-12)),
                  Optional(DoubleNear(-expected, 1e-12)), Optional(DoubleNear(expected, 1e-12))));
  const AdvantageRule population = {true, StdKind::kPopulation, 0};
  EXPECT_THAT(Advantages(scores, population),
              ElementsAre(Optional(1.0), Optional(-1.0), Optional(-1.0), Optional(1.0)));
}

TEST(Advantages, WithoutStdAreDrGrpos) {
  EXPECT_THAT(Advantages(Values{1.0, 0.0, 0.0, 0.0}, {.divide_by_std = false}),
              ElementsAre(Optional(0.75), Optional(-0.25), Optional(-0.25), Optional(-0.25)));
}

TEST(Advantages, MaskedMembersChangeNothingForTheOthers) {
  const Values with = Advantages(Values{1.0, kMasked, 0.25, 0.5, kMasked}, {});
  const Values without = Advantages(Values{1.0, 0.25, 0.5}, {});
  EXPECT_EQ(with[0], without[0]);
  EXPECT_EQ(with[2], without[1]);
  EXPECT_EQ(with[3], without[2]);
  EXPECT_FALSE(with[1]);
  EXPECT_FALSE(with[4]);
}

TEST(Advantages, OfEqualScoresAreZeroToTheLastDigit) {
  EXPECT_THAT(Advantages(Values{0.1, 0.1, 0.1, kMasked}, {.epsilon = 0}),
              ElementsAre(Optional(0.0), Optional(0.0), Optional(0.0), Eq(kMasked)));
  EXPECT_THAT(Advantages(Values{0.7}, {}), ElementsAre(Optional(0.0)));
  EXPECT_THAT(Advantages(Values{kMasked}, {}), ElementsAre(Eq(kMasked)));
}

TEST(Moments, OfNobodyAreZero) {
  EXPECT_EQ(MomentsOf(Values{kMasked}, StdKind::kSample).size, 0u);
  const GroupMoments one = MomentsOf(Values{3.0, kMasked}, StdKind::kSample);
  EXPECT_EQ(one.size, 1u);
  EXPECT_EQ(one.mean, 3);
  EXPECT_EQ(one.std, 0);
}

TEST(PassRate, IsOfThoseThatHaveAScore) {
  EXPECT_THAT(PassRate(Values{1.0, 0.5, kMasked, 1.0, 0.0}, 1),
              ElementsAre(Optional(0.5), Optional(0.5), Eq(kMasked), Optional(0.5), Optional(0.5)));
}

TEST(BestOf, EqualsShareThePlace) {
  EXPECT_THAT(BestOf(Values{0.5, kMasked, 0.5, -1.0}),
              ElementsAre(Optional(1.0), Eq(kMasked), Optional(1.0), Optional(0.0)));
  EXPECT_THAT(BestOf(Values{kMasked}), ElementsAre(Eq(kMasked)));
}

TEST(DuplicateShare, CountsTheOthersWithTheSameText) {
  const std::vector<std::optional<std::string>> texts = {"a  b", " a\nb ", "c", kMasked, "a b"};
  EXPECT_THAT(
      DuplicateShare(texts),
      ElementsAre(Optional(DoubleNear(2.0 / 3, 1e-15)), Optional(DoubleNear(2.0 / 3, 1e-15)),
                  Optional(0.0), Eq(kMasked), Optional(DoubleNear(2.0 / 3, 1e-15))));
  EXPECT_THAT(DuplicateShare(std::vector<std::optional<std::string>>{"x"}),
              ElementsAre(Optional(0.0)));
}

}  // namespace
}  // namespace assay::scoring
