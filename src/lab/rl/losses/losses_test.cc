#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

#include "base/dice/mix.h"
#include "lab/rl/losses/coefficients.h"
#include "lab/rl/losses/exp_of_each.h"

namespace assay::losses {
namespace {

TEST(ExpOfEachTest, IsTheExponential) {
  std::vector<double> in = {0,
                            -0.0,
                            1,
                            -1,
                            709,
                            -708,
                            709.5,
                            720,
                            -745,
                            -800,
                            1e300,
                            -1e300,
                            std::numeric_limits<double>::infinity(),
                            1e-300,
                            5e-17};
  Dice dice(3);
  for (int i = 0; i < 100000; ++i) {
    const double unit = static_cast<double>(dice.Below(1 << 30)) / (1 << 30);
    in.push_back((unit - 0.5) * (i % 2 == 0 ? 2 : 1400));
  }
  for (const size_t count : {size_t{0}, size_t{1}, size_t{31}, size_t{33}, in.size()}) {
    std::vector<double> out(count);
    ExpOfEach({in.data(), count}, out);
    for (size_t i = 0; i < count; ++i) {
      const double right = std::exp(in[i]);
      if (!std::isnormal(right)) {
        EXPECT_EQ(out[i], right) << in[i];
      } else {
        EXPECT_LE(std::abs(out[i] - right), 4.5e-16 * right) << in[i];
      }
    }
  }
  std::vector<double> zero(1);
  ExpOfEach(std::vector<double>{0}, zero);
  EXPECT_EQ(zero[0], 1);
  std::vector<double> nothing(1);
  ExpOfEach(std::vector<double>{std::nan("")}, nothing);
  EXPECT_TRUE(std::isnan(nothing[0]));
}

using testing::HasSubstr;

// Arrays that own their numbers.
struct Arrays {
  std::vector<float> train, infer;
  std::vector<uint8_t> mask;
  std::vector<int64_t> ends, groups;
  std::vector<double> rewards;
  std::vector<uint8_t> counted, truncated;

  Batch View() const {
    Batch batch;
    batch.logp_train = train;
    batch.logp_infer = infer;
    batch.mask = mask;
    batch.ends = ends;
    batch.groups = groups;
    batch.rewards = rewards;
    batch.counted = counted;
    batch.truncated = truncated;
    return batch;
  }
  size_t rollouts() const { return ends.size(); }
  int64_t Begin(size_t rollout) const { return rollout == 0 ? 0 : ends[rollout - 1]; }
};

double Chance(Dice& dice) {
  return static_cast<double>(dice.Below(1 << 24)) / (1 << 24);
}

// Rollouts of a few tokens, with padding, masked ones and groups that are all right.
Arrays RandomArrays(Dice& dice) {
  Arrays arrays;
  const size_t groups = 1 + dice.Below(4);
  for (size_t group = 0; group < groups; ++group) {
    const size_t size = 1 + dice.Below(5);
    const bool uniform = dice.Below(4) == 0;
    for (size_t i = 0; i < size; ++i) {
      const size_t tokens = dice.Below(7);
      for (size_t t = 0; t < tokens; ++t) {
        const double infer = -6 * Chance(dice);
        const double moved = dice.Below(10) == 0 ? 4 * Chance(dice) - 2 : 0.4 * Chance(dice) - 0.2;
        arrays.infer.push_back(static_cast<float>(infer));
        arrays.train.push_back(static_cast<float>(std::min(0.0, infer + moved)));
        if (dice.Below(40) == 0) arrays.train.back() = arrays.infer.back() - 14;
        arrays.mask.push_back(dice.Below(5) != 0 ? 1 : 0);
      }
      arrays.ends.push_back(static_cast<int64_t>(arrays.train.size()));
      arrays.groups.push_back(static_cast<int64_t>(group) * 17);
      arrays.rewards.push_back(uniform ? 1 : dice.Below(3) == 0 ? Chance(dice) : dice.Below(2));
      arrays.counted.push_back(dice.Below(8) != 0 ? 1 : 0);
      arrays.truncated.push_back(dice.Below(6) == 0 ? 1 : 0);
    }
  }
  return arrays;
}

Recipe RandomRecipe(Dice& dice) {
  Recipe recipe = Presets()[dice.Below(Presets().size())].recipe;
  if (dice.Below(2) == 0) recipe.average = static_cast<Average>(dice.Below(4));
  if (dice.Below(2) == 0) recipe.normalise = static_cast<Normalise>(dice.Below(3));
  recipe.most_tokens = 7;
  recipe.drop_uniform = dice.Below(2) == 0;
  recipe.drop_truncated = dice.Below(3) == 0;
  recipe.sample_deviation = dice.Below(2) == 0;
  if (dice.Below(3) == 0) recipe.length_penalty = LengthPenalty{5, 3, dice.Below(2) == 0, 0.5};
  if (dice.Below(3) == 0) recipe.dual_clip = 3;
  return recipe;
}

// A number with its derivative by one variable: exact, where differences have the rounding of what
// they subtract.
struct Dual {
  Dual(double number = 0, double derivative = 0) : value(number), slope(derivative) {}

  friend Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Dual operator-(Dual a) { return {-a.value, -a.slope}; }
  friend Dual operator*(Dual a, Dual b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  friend Dual operator/(Dual a, double b) { return {a.value / b, a.slope / b}; }
  friend bool operator<(Dual a, Dual b) { return a.value < b.value; }
  Dual& operator+=(Dual b) { return *this = *this + b; }
  Dual& operator-=(Dual b) { return *this = *this - b; }
  friend Dual exp(Dual a) { return {std::exp(a.value), std::exp(a.value) * a.slope}; }

  double value, slope;
};

// The loss itself, in double, written down as the papers have it: the reference. What is a constant
// for the gradient (the capped ratio of CISPO, what a mask leaves out) is taken at `at`.
class Naive {
 public:
  Naive(const Arrays& arrays, const Recipe& recipe) : arrays_(arrays), recipe_(recipe) {
    for (size_t i = 0; i < arrays.rollouts(); ++i) {
      if (arrays.counted[i] == 0 || (recipe.drop_truncated && arrays.truncated[i] != 0)) continue;
      members_[arrays.groups[i]].push_back(i);
    }
    for (auto group = members_.begin(); group != members_.end();) {
      const bool equal = std::all_of(group->second.begin(), group->second.end(), [&](size_t i) {
        return arrays.rewards[i] == arrays.rewards[group->second[0]];
      });
      group = equal && recipe.drop_uniform ? members_.erase(group) : std::next(group);
    }
    MakeAdvantages();
  }

  // Number: double, or Dual.
  template <typename Number>
  Number LossAt(const std::vector<Number>& train, const std::vector<double>& at) const {
    Number loss = 0;
    for (const auto& [number, rollouts] : members_) {
      for (const size_t i : rollouts) {
        if (Tokens(i).empty()) continue;
        loss += RolloutLoss(i, train, at) * Weight(number, i);
      }
    }
    return loss;
  }

 private:
  std::vector<size_t> Tokens(size_t rollout) const {
    std::vector<size_t> tokens;
    for (auto t = arrays_.Begin(rollout); t < arrays_.ends[rollout]; ++t) {
      if (arrays_.mask[static_cast<size_t>(t)] != 0) tokens.push_back(static_cast<size_t>(t));
    }
    return tokens;
  }
  double Deviation(const std::vector<double>& values) const {
    if (values.size() < 2) return 0;
    const double n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / (recipe_.sample_deviation ? n - 1 : n));
  }
  void MakeAdvantages() {
    std::vector<double> all;
    for (const auto& [number, rollouts] : members_) {
      std::vector<double> rewards;
      for (const size_t i : rollouts) {
        double reward = arrays_.rewards[i];
        if (recipe_.length_penalty) {
          const LengthPenalty& rule = *recipe_.length_penalty;
          const double length = static_cast<double>(Tokens(i).size());
          const double over = (static_cast<double>(rule.most_tokens) - length) /
                                  static_cast<double>(rule.last_tokens) -
                              1;
          if (!rule.only_correct || reward >= rule.correct_from) {
            reward += std::max(-1.0, std::min(0.0, over));
          }
        }
        rewards.push_back(reward);
      }
      const double mean = std::accumulate(rewards.begin(), rewards.end(), 0.0) /
                          static_cast<double>(rewards.size());
      for (size_t k = 0; k < rollouts.size(); ++k) {
        double advantage = rewards[k] - mean;
        if (recipe_.normalise == Normalise::kPrompt) advantage /= Deviation(rewards) + 1e-6;
        advantages_[rollouts[k]] = advantage;
        if (!Tokens(rollouts[k]).empty()) all.push_back(advantage);
      }
    }
    if (recipe_.normalise != Normalise::kBatch) return;
    const double deviation = Deviation(all);
    for (auto& [rollout, advantage] : advantages_) advantage /= deviation + 1e-6;
  }
  double Weight(int64_t number, size_t rollout) const {
    double rollouts = 0, groups = 0, tokens = 0, group_tokens = 0;
    for (const auto& [other, members] : members_) {
      double here = 0;
      for (const size_t i : members) {
        const auto count = static_cast<double>(Tokens(i).size());
        rollouts += count > 0 ? 1 : 0;
        here += count;
      }
      groups += here > 0 ? 1 : 0;
      tokens += here;
      if (other == number) group_tokens = here;
    }
    switch (recipe_.average) {
      case Average::kSample: return 1 / rollouts / static_cast<double>(Tokens(rollout).size());
      case Average::kPrompt: return 1 / groups / group_tokens;
      case Average::kToken: return 1 / tokens;
      case Average::kConstant: return 1 / rollouts / static_cast<double>(recipe_.most_tokens);
    }
    return 0;
  }
  template <typename Number>
  Number Surrogate(Number ratio, double advantage) const {
    const Number clipped = std::clamp<Number>(ratio, 1 - recipe_.clip_low, 1 + recipe_.clip_high);
    Number part = std::min<Number>(ratio * advantage, clipped * advantage);
    if (recipe_.dual_clip && advantage < 0) {
      part = std::max<Number>(part, *recipe_.dual_clip * advantage);
    }
    return -part;
  }
  template <typename Number>
  Number RolloutLoss(size_t rollout, const std::vector<Number>& train,
                     const std::vector<double>& at) const {
    using std::exp;
    const auto log_ratio = [&](size_t t) -> Number {
      return train[t] - static_cast<double>(arrays_.infer[t]);
    };
    const std::vector<size_t> tokens = Tokens(rollout);
    const double advantage = advantages_.at(rollout);
    Number sequence = 0;
    for (const size_t t : tokens) {
      if (recipe_.drop_below && std::exp(at[t] - arrays_.infer[t]) < *recipe_.drop_below) return 0;
      sequence += log_ratio(t) / static_cast<double>(tokens.size());
    }
    if (recipe_.loss == Loss::kGspo) {
      return Surrogate<Number>(exp(sequence), advantage) * static_cast<double>(tokens.size());
    }
    Number loss = 0;
    for (const size_t t : tokens) {
      const Number ratio = exp(log_ratio(t));
      const double constant = std::exp(at[t] - arrays_.infer[t]);
      const double moved = std::exp(at[t]) - std::exp(static_cast<double>(arrays_.infer[t]));
      switch (recipe_.loss) {
        case Loss::kReinforce: loss -= advantage * train[t]; break;
        case Loss::kClip: loss += Surrogate<Number>(ratio, advantage); break;
        case Loss::kCispo:
          loss -= std::min(constant, recipe_.ratio_most) * advantage * train[t];
          break;
        case Loss::kIcePop:
          if (constant >= recipe_.ratio_least && constant <= recipe_.ratio_most) {
            loss -= ratio * advantage;
          }
          break;
        case Loss::kDppo:
          if (advantage > 0 ? moved <= recipe_.moved_most : moved >= -recipe_.moved_most) {
            loss -= ratio * advantage;
          }
          loss += recipe_.kl * log_ratio(t) * log_ratio(t);
          break;
        case Loss::kGspo: break;
      }
    }
    return loss;
  }

  const Arrays& arrays_;
  const Recipe& recipe_;
  std::map<int64_t, std::vector<size_t>> members_;
  std::map<size_t, double> advantages_;
};

std::vector<float> CoefficientsOf(const Arrays& arrays, const Recipe& recipe,
                                  Health* health = nullptr) {
  std::vector<float> out(arrays.train.size(), 7);
  const auto result = Coefficients(arrays.View(), recipe, out);
  EXPECT_TRUE(result.ok()) << result.error().message;
  if (health != nullptr && result.ok()) *health = *result;
  return out;
}

double DerivativeAt(const Naive& naive, const std::vector<double>& at, size_t token) {
  std::vector<Dual> train(at.begin(), at.end());
  train[token].slope = 1;
  return naive.LossAt(train, at).slope;
}

// The same by differences on both sides at two distances, of which Richardson's rule takes the
// error of second order away.
double DifferencesAt(const Naive& naive, const std::vector<double>& at, size_t token) {
  const auto slope = [&](double step) {
    std::vector<double> above = at, below = at;
    above[token] += step;
    below[token] -= step;
    return (naive.LossAt(above, at) - naive.LossAt(below, at)) / (2 * step);
  };
  constexpr double kStep = 2e-4;
  return (4 * slope(kStep / 2) - slope(kStep)) / 3;
}

// Whether the loss has a corner within `distance` of where it is taken.
bool NearCorner(const Arrays& arrays, const Recipe& recipe, size_t token, double distance) {
  const double ratio = std::exp(static_cast<double>(arrays.train[token]) - arrays.infer[token]);
  size_t rollout = 0;
  while (arrays.ends[rollout] <= static_cast<int64_t>(token)) ++rollout;
  double sequence = 0, count = 0;
  for (auto t = static_cast<size_t>(arrays.Begin(rollout));
       t < static_cast<size_t>(arrays.ends[rollout]); ++t) {
    if (arrays.mask[t] == 0) continue;
    sequence += static_cast<double>(arrays.train[t]) - arrays.infer[t];
    count += 1;
  }
  const double seen = recipe.loss == Loss::kGspo ? std::exp(sequence / count) : ratio;
  for (const double corner :
       {1 - recipe.clip_low, 1 + recipe.clip_high, recipe.dual_clip.value_or(1e9)}) {
    if (std::abs(seen - corner) < distance * std::max(1.0, corner)) return true;
  }
  return false;
}

TEST(Losses, CoefficientsAreTheDerivativesOfTheLoss) {
  Dice dice(11);
  size_t tokens = 0, nonzero = 0, by_differences = 0;
  for (int round = 0; round < 10000; ++round) {
    const Arrays arrays = RandomArrays(dice);
    const Recipe recipe = RandomRecipe(dice);
    const std::vector<float> out = CoefficientsOf(arrays, recipe);
    const Naive naive(arrays, recipe);
    const std::vector<double> at(arrays.train.begin(), arrays.train.end());
    SCOPED_TRACE(testing::Message() << "round " << round << ", " << kLossNames.NameOf(recipe.loss)
                                    << ", " << kAverageNames.NameOf(recipe.average));
    // A batch costs as many losses as it has tokens: not all of them.
    constexpr size_t kMostTokens = 2, kDifferencesEvery = 5;
    for (size_t i = 0; i < std::min(at.size(), kMostTokens); ++i) {
      const size_t token = dice.Below(at.size());
      if (NearCorner(arrays, recipe, token, 1e-12)) continue;  // rounding says on which side it is
      const double expected = DerivativeAt(naive, at, token);
      ++tokens;
      nonzero += out[token] != 0 ? 1 : 0;
      const double tolerance = std::abs(expected) > 1e-8 ? 1e-6 * std::abs(expected) : 1e-12;
      ASSERT_NEAR(out[token], expected, tolerance);
      if (i > 0 || round % kDifferencesEvery != 0 || NearCorner(arrays, recipe, token, 1e-3))
        continue;
      ++by_differences;
      const double seen = DifferencesAt(naive, at, token);
      // Their own rounding is that of the two losses.
      const double rounding = 1e-10 * std::max(1.0, std::abs(naive.LossAt(at, at)));
      ASSERT_NEAR(out[token], seen, std::max(1e-6 * std::abs(seen), rounding))
          << naive.LossAt(at, at);
    }
  }
  EXPECT_GT(tokens, 17000u);
  EXPECT_GT(nonzero, 6000u);
  EXPECT_GT(by_differences, 1500u);
}

TEST(Losses, ClosedFormsByHand) {
  // Two rollouts of one prompt, rewards 1 and 0, of one and two tokens.
  Arrays arrays;
  arrays.infer = {-1, -1, -2};
  arrays.train = {-1, static_cast<float>(-1 + std::log(1.5)),
                  static_cast<float>(-2 + std::log(0.5))};
  arrays.mask = {1, 1, 1};
  arrays.ends = {1, 3};
  arrays.groups = {5, 5};
  arrays.rewards = {1, 0};
  arrays.counted = {1, 1};
  arrays.truncated = {0, 1};
  Recipe recipe;
  recipe.normalise = Normalise::kNone;
  Health health;
  // GRPO: the advantages are 1/2 and -1/2; the ratio 0.5 is clipped where it is to fall.
  std::vector<float> out = CoefficientsOf(arrays, recipe, &health);
  EXPECT_FLOAT_EQ(out[0], -0.25f);
  EXPECT_FLOAT_EQ(out[1], 1.5f * 0.5f / 4);
  EXPECT_EQ(out[2], 0);
  EXPECT_DOUBLE_EQ(health.clipped_share, 1.0 / 3);
  EXPECT_NEAR(health.ratio_most, 1.5, 1e-6);
  EXPECT_NEAR(health.ratio_least, 0.5, 1e-6);
  EXPECT_EQ(health.truncated, 0.5);
  EXPECT_EQ(health.truncation_alarm, TruncationAlarm::kAlarm);
  EXPECT_EQ(health.tokens_by_logp[1], 2);
  EXPECT_EQ(health.tokens_by_logp[2], 1);
  recipe.average = Average::kToken;
  recipe.loss = Loss::kCispo;
  recipe.ratio_most = 1.25;
  out = CoefficientsOf(arrays, recipe);
  EXPECT_FLOAT_EQ(out[0], -0.5f / 3);
  EXPECT_FLOAT_EQ(out[1], 1.25f * 0.5f / 3);
  EXPECT_FLOAT_EQ(out[2], 0.5f * 0.5f / 3);
  recipe.loss = Loss::kIcePop;
  recipe.ratio_least = 0.75;
  out = CoefficientsOf(arrays, recipe);
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 0);
  recipe.loss = Loss::kGspo;
  recipe.clip_low = 0.5;
  out = CoefficientsOf(arrays, recipe);
  EXPECT_FLOAT_EQ(out[2], static_cast<float>(std::sqrt(0.75) * 0.5 / 3));
  recipe = Recipe();
  recipe.deviation_floor = 0;
  recipe.loss = Loss::kReinforce;
  out = CoefficientsOf(arrays, recipe);
  EXPECT_FLOAT_EQ(out[0], static_cast<float>(-0.5 / std::sqrt(0.5) / 2));
}

// Other orders, more padding and more masked rollouts change no bit.
TEST(Losses, NothingButTheRolloutsThemselvesCounts) {
  Dice dice(3);
  for (int round = 0; round < 2000; ++round) {
    const Arrays arrays = RandomArrays(dice);
    const Recipe recipe = RandomRecipe(dice);
    Health health;
    const std::vector<float> out = CoefficientsOf(arrays, recipe, &health);
    std::vector<size_t> order(arrays.rollouts());
    std::iota(order.begin(), order.end(), size_t{0});
    for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice.Below(i)]);
    Arrays other;
    std::vector<size_t> where;  // of the original's tokens, in the order of `other`
    constexpr size_t kPadding = SIZE_MAX;
    const auto add_padding = [&] {
      for (size_t n = dice.Below(3); n > 0; --n) {
        other.train.push_back(NAN);
        other.infer.push_back(-1);
        other.mask.push_back(0);
        where.push_back(kPadding);
      }
    };
    const auto end_rollout = [&](int64_t group, double reward, bool counted, uint8_t truncated) {
      other.ends.push_back(static_cast<int64_t>(other.train.size()));
      other.groups.push_back(group);
      other.rewards.push_back(reward);
      other.counted.push_back(counted ? 1 : 0);
      other.truncated.push_back(truncated);
    };
    for (const size_t i : order) {
      if (dice.Below(3) == 0) {  // our outage, in the same group
        add_padding();
        other.train.push_back(-1);
        other.infer.push_back(-9);
        other.mask.push_back(1);
        where.push_back(kPadding);
        end_rollout(-arrays.groups[i], NAN, false, 1);
      }
      add_padding();
      for (auto t = static_cast<size_t>(arrays.Begin(i)); t < static_cast<size_t>(arrays.ends[i]);
           ++t) {
        other.train.push_back(arrays.train[t]);
        other.infer.push_back(arrays.infer[t]);
        other.mask.push_back(arrays.mask[t]);
        where.push_back(t);
        if (dice.Below(4) == 0) add_padding();
      }
      end_rollout(-arrays.groups[i], arrays.rewards[i], arrays.counted[i] != 0,
                  arrays.truncated[i]);
    }
    Health again;
    const std::vector<float> moved = CoefficientsOf(other, recipe, &again);
    for (size_t t = 0; t < where.size(); ++t) {
      ASSERT_EQ(moved[t], where[t] == kPadding ? 0 : out[where[t]]) << "round " << round;
    }
    EXPECT_EQ(again.mismatch_kl, health.mismatch_kl);
    EXPECT_EQ(again.surprise, health.surprise);
    EXPECT_EQ(again.log_ratio_by_logp, health.log_ratio_by_logp);
    EXPECT_EQ(again.clipped_share, health.clipped_share);
    EXPECT_EQ(again.tokens, health.tokens);
  }
}

TEST(Losses, AdvantagesOfTokensStandInForRewards) {
  Arrays arrays;
  arrays.infer = arrays.train = {-1, -1, -1};
  arrays.mask = {1, 0, 1};
  arrays.ends = {3};
  arrays.groups = {0};
  arrays.counted = arrays.truncated = {1};
  const std::vector<float> advantages = {2, NAN, -4};
  Batch batch = arrays.View();
  batch.advantages = advantages;
  Recipe recipe;
  recipe.loss = Loss::kReinforce;
  std::vector<float> out(3);
  ASSERT_TRUE(Coefficients(batch, recipe, out).ok());
  EXPECT_EQ(out, (std::vector<float>{-1, 0, 2}));
}

TEST(Losses, WhatDoesntFitIsNamed) {
  Dice dice(1);
  const Arrays arrays = [&] {
    for (;;) {
      Arrays made = RandomArrays(dice);
      if (made.train.size() > 3 && made.rollouts() > 2) return made;
    }
  }();
  const auto field = [&](const std::function<void(Arrays*)>& spoil, const Recipe& recipe = {}) {
    Arrays spoiled = arrays;
    spoil(&spoiled);
    std::vector<float> out(spoiled.train.size());
    const auto result = Coefficients(spoiled.View(), recipe, out);
    return result.ok() ? std::string() : result.error().field;
  };
  EXPECT_EQ(field([](Arrays* a) { a->infer.pop_back(); }), "logp_infer");
  EXPECT_EQ(field([](Arrays* a) { a->mask.pop_back(); }), "mask");
  EXPECT_EQ(field([](Arrays* a) { a->groups.pop_back(); }), "groups");
  EXPECT_EQ(field([](Arrays* a) { a->rewards.pop_back(); }), "rewards");
  EXPECT_EQ(field([](Arrays* a) { a->counted.pop_back(); }), "counted");
  EXPECT_EQ(field([](Arrays* a) { a->ends.back() -= 1; }), "ends");
  EXPECT_EQ(field([](Arrays* a) { a->ends[0] = -1; }), "ends");
  EXPECT_EQ(field([](Arrays* a) {
              std::fill(a->counted.begin(), a->counted.end(), uint8_t{1});
              a->rewards[0] = NAN;
            }),
            "rewards");
  EXPECT_EQ(field([](Arrays* a) {
              std::fill(a->counted.begin(), a->counted.end(), uint8_t{1});
              std::fill(a->mask.begin(), a->mask.end(), uint8_t{1});
              a->train[0] = -INFINITY;
            }),
            "logp_train");
  Recipe constant;
  constant.average = Average::kConstant;
  EXPECT_EQ(field([](Arrays*) {}, constant), "most_tokens");
  Recipe clip;
  clip.clip_low = 1;
  EXPECT_EQ(field([](Arrays*) {}, clip), "clip_low");
  for (const Preset& preset : Presets()) {
    EXPECT_TRUE(CheckRecipe(preset.recipe).ok()) << preset.name;
    EXPECT_EQ(FindPreset(preset.name), &preset);
  }
  EXPECT_EQ(FindPreset("nobody"), nullptr);
}

TEST(Losses, ABatchOfNothingIsNothing) {
  Arrays arrays;
  Health health;
  EXPECT_TRUE(CoefficientsOf(arrays, {}, &health).empty());
  EXPECT_EQ(health.tokens, 0);
}

}  // namespace
}  // namespace assay::losses
