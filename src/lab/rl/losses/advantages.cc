#include "lab/rl/losses/advantages.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace assay::losses {
namespace {

double Penalty(const LengthPenalty& rule, double reward, int64_t tokens) {
  if (rule.only_correct && reward < rule.correct_from) return 0;
  const double over =
      static_cast<double>(rule.most_tokens - tokens) / static_cast<double>(rule.last_tokens) - 1;
  return std::clamp(over, -1.0, 0.0);
}

double Deviation(const std::vector<double>& values, bool sample) {
  const auto count = static_cast<double>(values.size());
  if (values.size() < 2) return 0;
  const double mean = OrderlessSum(values) / count;
  std::vector<double> squares;
  squares.reserve(values.size());
  for (const double value : values) squares.push_back((value - mean) * (value - mean));
  return std::sqrt(OrderlessSum(std::move(squares)) / (sample ? count - 1 : count));
}

bool Uniform(const std::vector<double>& rewards) {
  return std::all_of(rewards.begin(), rewards.end(),
                     [&](double reward) { return reward == rewards.front(); });
}

}  // namespace

double OrderlessSum(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

Advantages AdvantagesOf(const Batch& batch, const Recipe& recipe) {
  const size_t count = batch.ends.size();
  Advantages result;
  result.of_rollout.assign(count, 0);
  result.included.assign(count, 0);
  result.tokens.assign(count, 0);
  result.group.assign(count, 0);
  std::map<int64_t, std::vector<size_t>> members;
  int64_t begin = 0;
  for (size_t i = 0; i < count; ++i) {
    for (int64_t at = begin; at < batch.ends[i]; ++at) {
      result.tokens[i] += batch.mask[static_cast<size_t>(at)] != 0 ? 1 : 0;
    }
    begin = batch.ends[i];
    const bool cut = recipe.drop_truncated && !batch.truncated.empty() && batch.truncated[i] != 0;
    const bool judged = batch.counted.empty() || batch.counted[i] != 0;
    // One without a token of the model's has nothing to learn from, but its reward is one of the
    // group's.
    if (judged && !cut) members[batch.groups[i]].push_back(i);
  }
  std::vector<double> all;
  for (const auto& [number, rollouts] : members) {
    std::vector<double> rewards, plain;
    for (const size_t i : rollouts) {
      double reward = batch.rewards.empty() ? 0 : batch.rewards[i];
      plain.push_back(reward);
      if (recipe.length_penalty)
        reward += Penalty(*recipe.length_penalty, reward, result.tokens[i]);
      rewards.push_back(reward);
    }
    const bool uniform = batch.advantages.empty() && Uniform(plain);
    result.uniform_groups += uniform ? 1 : 0;
    if (uniform && recipe.drop_uniform) continue;
    const double mean =
        recipe.centre ? OrderlessSum(rewards) / static_cast<double>(rewards.size()) : 0;
    double divisor = 1;
    if (recipe.normalise == Normalise::kPrompt) {
      divisor = Deviation(rewards, recipe.sample_deviation) + recipe.deviation_floor;
    }
    const int64_t group = result.groups;
    int64_t tokens = 0, learning = 0;
    for (size_t i = 0; i < rollouts.size(); ++i) {
      const size_t rollout = rollouts[i];
      result.group[rollout] = group;
      if (result.tokens[rollout] == 0) continue;
      result.included[rollout] = 1;
      result.of_rollout[rollout] = divisor > 0 ? (rewards[i] - mean) / divisor : 0;
      all.push_back(result.of_rollout[rollout]);
      tokens += result.tokens[rollout];
      ++learning;
    }
    if (learning == 0) continue;
    ++result.groups;
    result.group_tokens.push_back(tokens);
    result.rollouts += learning;
    result.all_tokens += tokens;
  }
  if (recipe.normalise == Normalise::kBatch) {
    const double divisor = Deviation(all, recipe.sample_deviation) + recipe.deviation_floor;
    for (double& advantage : result.of_rollout) advantage = divisor > 0 ? advantage / divisor : 0;
  }
  return result;
}

}  // namespace assay::losses
