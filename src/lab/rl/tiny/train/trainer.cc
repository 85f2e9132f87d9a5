#include "lab/rl/tiny/train/trainer.h"

#include <algorithm>
#include <map>
#include <thread>

namespace assay::tiny {
namespace {

void Append(const std::vector<int>& tokens, Sequences* sequences) {
  sequences->tokens.insert(sequences->tokens.end(), tokens.begin(), tokens.end());
}

// Rollouts of a batch in parts of whole groups, in the order of their coming.
std::vector<std::vector<const Rollout*>> PartsOf(const std::vector<Rollout>& rollouts, int parts) {
  std::map<int64_t, size_t> order;
  for (const Rollout& rollout : rollouts) order.try_emplace(rollout.group, order.size());
  const auto count = std::min(order.size(), static_cast<size_t>(std::max(1, parts)));
  std::vector<std::vector<const Rollout*>> split(count);
  for (const Rollout& rollout : rollouts) {
    split[order[rollout.group] * count / order.size()].push_back(&rollout);
  }
  return split;
}

// The arrays that losses are computed from, in the order of the rollouts.
struct Arrays {
  std::vector<float> train, infer, entropies;
  std::vector<uint8_t> mask, counted, truncated;
  std::vector<int64_t> ends, groups;
  std::vector<double> rewards;

  losses::Batch View() const {
    losses::Batch batch;
    batch.logp_train = train;
    batch.logp_infer = infer;
    batch.entropies = entropies;
    batch.mask = mask;
    batch.counted = counted;
    batch.truncated = truncated;
    batch.ends = ends;
    batch.groups = groups;
    batch.rewards = rewards;
    return batch;
  }
};

}  // namespace

Trainer::Trainer(const Shape& shape, std::vector<float> parameters)
    : shape_(shape),
      parameters_(std::move(parameters)),
      adam_(AdamRules(), parameters_.size()),
      first_(shape),
      second_(shape) {}

template <typename Work>
void Trainer::WithBoth(const Work& work) {
  std::thread other([&] { work(&second_); });
  work(&first_);
  other.join();
}

void Trainer::Clear() {
  for (Half* half : {&first_, &second_}) {
    half->sequences.tokens.clear();
    half->sequences.ends.clear();
    half->coefficients.clear();
  }
}

double Trainer::StepDown(double rate) {
  WithBoth([this](Half* half) {
    std::fill(half->gradient.begin(), half->gradient.end(), 0.0F);
    if (half->sequences.ends.empty()) return;
    half->pass.Backward(parameters_, half->sequences, half->coefficients, half->gradient);
  });
  for (size_t i = 0; i < first_.gradient.size(); ++i) first_.gradient[i] += second_.gradient[i];
  return adam_.Step(rate, first_.gradient, parameters_);
}

void Trainer::Imitate(const std::vector<Example>& examples, double rate) {
  Clear();
  size_t tokens = 0;
  for (const auto& [prompt, answer] : examples) tokens += answer.size();
  const float each = -1 / static_cast<float>(tokens);
  for (size_t i = 0; i < examples.size(); ++i) {
    Half& half = i % 2 == 0 ? first_ : second_;
    const auto& [prompt, answer] = examples[i];
    Append(prompt, &half.sequences);
    half.coefficients.resize(half.sequences.tokens.size(), 0);
    Append(answer, &half.sequences);
    half.coefficients.resize(half.sequences.tokens.size(), each);
    half.sequences.ends.push_back(half.sequences.tokens.size());
  }
  WithBoth([this](Half* half) {
    if (!half->sequences.ends.empty()) half->pass.Forward(parameters_, half->sequences);
  });
  StepDown(rate);
}

void Trainer::BeginRewards(const AdamRules& rules) {
  std::destroy_at(&adam_);
  std::construct_at(&adam_, rules, parameters_.size());
}

Result<StepReport> Trainer::Learn(const std::vector<Rollout>& rollouts,
                                  const losses::Recipe& recipe, double rate, int updates) {
  StepReport report;
  double rewards = 0;
  for (const Rollout& rollout : rollouts) {
    ++report.rollouts;
    report.tokens += static_cast<int64_t>(rollout.tokens.size());
    rollout.reward ? rewards += *rollout.reward : ++report.masked;
  }
  if (rollouts.empty()) return report;
  const auto parts = PartsOf(rollouts, updates);
  for (const auto& part : parts) {
    ASSAY_RETURN_IF_ERROR(Update(part, recipe, rate, &report));
  }
  const auto count = static_cast<double>(parts.size());
  for (double* mean :
       {&report.entropy, &report.gradient, &report.clipped_share, &report.mismatch_kl}) {
    *mean /= count;
  }
  const auto counted = static_cast<double>(report.rollouts - report.masked);
  report.reward = counted == 0 ? 0 : rewards / counted;
  report.length = static_cast<double>(report.tokens) / static_cast<double>(report.rollouts);
  return report;
}

Status Trainer::Update(const std::vector<const Rollout*>& rollouts, const losses::Recipe& recipe,
                       double rate, StepReport* report) {
  Clear();
  std::vector<size_t> begins;  // of what each wrote, in its half
  for (size_t i = 0; i < rollouts.size(); ++i) {
    Half& half = i % 2 == 0 ? first_ : second_;
    Append(rollouts[i]->prompt, &half.sequences);
    begins.push_back(half.sequences.tokens.size());
    Append(rollouts[i]->tokens, &half.sequences);
    half.sequences.ends.push_back(half.sequences.tokens.size());
  }
  WithBoth([this](Half* half) {
    half->coefficients.assign(half->sequences.tokens.size(), 0);
    if (!half->sequences.ends.empty()) half->pass.Forward(parameters_, half->sequences);
  });
  Arrays arrays;
  for (size_t i = 0; i < rollouts.size(); ++i) {
    const Rollout& rollout = *rollouts[i];
    const Pass<float>& pass = i % 2 == 0 ? first_.pass : second_.pass;
    const auto copy = [&](std::span<const float> all, std::vector<float>* to) {
      const auto part = all.subspan(begins[i], rollout.tokens.size());
      to->insert(to->end(), part.begin(), part.end());
    };
    copy(pass.log_probabilities(), &arrays.train);
    copy(pass.entropies(), &arrays.entropies);
    arrays.infer.insert(arrays.infer.end(), rollout.logprobs.begin(), rollout.logprobs.end());
    arrays.mask.insert(arrays.mask.end(), rollout.chosen.begin(), rollout.chosen.end());
    arrays.ends.push_back(static_cast<int64_t>(arrays.train.size()));
    arrays.groups.push_back(rollout.group);
    arrays.rewards.push_back(rollout.reward.value_or(0));
    arrays.counted.push_back(rollout.reward ? 1 : 0);
    arrays.truncated.push_back(rollout.truncated ? 1 : 0);
  }
  std::vector<float> coefficients(arrays.train.size());
  ASSAY_ASSIGN_OR_RETURN(const losses::Health health,
                         losses::Coefficients(arrays.View(), recipe, coefficients));
  size_t at = 0;
  for (size_t i = 0; i < rollouts.size(); ++i) {
    Half& half = i % 2 == 0 ? first_ : second_;
    const size_t count = rollouts[i]->tokens.size();
    std::copy_n(coefficients.begin() + static_cast<ptrdiff_t>(at), count,
                half.coefficients.begin() + static_cast<ptrdiff_t>(begins[i]));
    at += count;
  }
  report->entropy += health.entropy.value_or(0);
  report->clipped_share += health.clipped_share;
  report->mismatch_kl += health.mismatch_kl;
  report->gradient += StepDown(rate);
  return {};
}

}  // namespace assay::tiny
