#include "lab/rl/losses/coefficients.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "lab/rl/losses/advantages.h"
#include "lab/rl/losses/exp_of_each.h"

namespace assay::losses {
namespace {

constexpr double kWarningShare = 0.05;
constexpr double kAlarmShare = 0.10;

Error Wrong(const std::string& field, const std::string& what) {
  return InvalidField("losses", field, what);
}

Status CheckBatch(const Batch& batch, std::span<float> out) {
  const size_t tokens = batch.logp_train.size();
  const size_t rollouts = batch.ends.size();
  const auto of_tokens = [&](const char* field, size_t size) -> Status {
    if (size == tokens) return {};
    return Wrong(field, fmt::format("has {} numbers, and there are {} tokens", size, tokens));
  };
  const auto of_rollouts = [&](const char* field, size_t size) -> Status {
    if (size == rollouts) return {};
    return Wrong(field, fmt::format("has {} numbers, and there are {} rollouts", size, rollouts));
  };
  ASSAY_RETURN_IF_ERROR(of_tokens("logp_infer", batch.logp_infer.size()));
  ASSAY_RETURN_IF_ERROR(of_tokens("mask", batch.mask.size()));
  ASSAY_RETURN_IF_ERROR(of_tokens("out", out.size()));
  if (!batch.advantages.empty()) {
    ASSAY_RETURN_IF_ERROR(of_tokens("advantages", batch.advantages.size()));
  } else {
    ASSAY_RETURN_IF_ERROR(of_rollouts("rewards", batch.rewards.size()));
  }
  if (!batch.entropies.empty()) {
    ASSAY_RETURN_IF_ERROR(of_tokens("entropies", batch.entropies.size()));
  }
  ASSAY_RETURN_IF_ERROR(of_rollouts("groups", batch.groups.size()));
  if (!batch.counted.empty()) ASSAY_RETURN_IF_ERROR(of_rollouts("counted", batch.counted.size()));
  if (!batch.truncated.empty()) {
    ASSAY_RETURN_IF_ERROR(of_rollouts("truncated", batch.truncated.size()));
  }
  int64_t before = 0;
  for (size_t i = 0; i < rollouts; ++i) {
    if (batch.ends[i] < before || batch.ends[i] > static_cast<int64_t>(tokens)) {
      return Wrong(
          "ends", fmt::format("must ascend, and not go beyond {} tokens; rollout {} has {}", tokens,
                              i, batch.ends[i]));
    }
    before = batch.ends[i];
    const bool judged = batch.counted.empty() || batch.counted[i] != 0;
    if (batch.advantages.empty() && judged && !std::isfinite(batch.rewards[i])) {
      return Wrong("rewards", fmt::format("rollout {} has one that isn't finite; say in `counted` "
                                          "that it has no verdict",
                                          i));
    }
  }
  if (before != static_cast<int64_t>(tokens)) {
    return Wrong("ends",
                 fmt::format("the last must be the number of tokens, {}, not {}", tokens, before));
  }
  return {};
}

// What of one rollout goes into the health, in sums that are put together without an order.
struct Sums {
  int64_t clipped = 0;
  double log_ratio = 0, mismatch = 0, surprise = 0, entropy = 0;
  std::array<double, kLogpBins> distance{};  // |log ratio|, by the writer's log-probability
};

class Pass {
 public:
  Pass(const Batch& batch, const Recipe& recipe, std::span<float> out)
      : batch_(batch), recipe_(recipe), out_(out), advantages_(AdvantagesOf(batch, recipe)) {}

  Result<Health> Run() {
    std::fill(out_.begin(), out_.end(), 0.0f);
    int64_t begin = 0;
    for (size_t i = 0; i < batch_.ends.size(); ++i) {
      if (advantages_.included[i] != 0) ASSAY_RETURN_IF_ERROR(Rollout(i, begin));
      begin = batch_.ends[i];
    }
    return Finish();
  }

 private:
  // What a token of the rollout has to be multiplied by, so that the loss is the average.
  double WeightOf(size_t rollout) const {
    const auto of = [](int64_t count) { return 1.0 / static_cast<double>(count); };
    switch (recipe_.average) {
      case Average::kSample: return of(advantages_.rollouts) * of(advantages_.tokens[rollout]);
      case Average::kPrompt:
        return of(advantages_.groups) *
               of(advantages_.group_tokens[static_cast<size_t>(advantages_.group[rollout])]);
      case Average::kToken: return of(advantages_.all_tokens);
      case Average::kConstant: return of(advantages_.rollouts) * of(recipe_.most_tokens);
    }
    return 0;
  }

  Status Rollout(size_t rollout, int64_t begin) {
    const auto from = static_cast<size_t>(begin);
    const auto to = static_cast<size_t>(batch_.ends[rollout]);
    Sums sums;
    ASSAY_RETURN_IF_ERROR(ReadTokens(rollout, from, to, &sums));
    const double least = *std::min_element(log_ratios_.begin(), log_ratios_.end());
    const bool dropped = recipe_.drop_below && std::exp(least) < *recipe_.drop_below;
    ratios_.resize(log_ratios_.size());
    ExpOfEach(log_ratios_, ratios_);
    for (size_t i = 0; i < ratios_.size(); ++i) {
      sums.mismatch += ratios_[i] - 1 - log_ratios_[i];
      health_.ratio_least = std::min(health_.ratio_least, ratios_[i]);
      health_.ratio_most = std::max(health_.ratio_most, ratios_[i]);
    }
    if (dropped) {
      ++health_.dropped_rollouts;
      sums.clipped = static_cast<int64_t>(ratios_.size());
    } else {
      // A loop for each loss, so that no token asks which one it is.
      switch (recipe_.loss) {
        case Loss::kReinforce: Parts<Loss::kReinforce>(rollout, from, to, &sums); break;
        case Loss::kClip: Parts<Loss::kClip>(rollout, from, to, &sums); break;
        case Loss::kCispo: Parts<Loss::kCispo>(rollout, from, to, &sums); break;
        case Loss::kGspo: Parts<Loss::kGspo>(rollout, from, to, &sums); break;
        case Loss::kIcePop: Parts<Loss::kIcePop>(rollout, from, to, &sums); break;
        case Loss::kDppo: Parts<Loss::kDppo>(rollout, from, to, &sums); break;
      }
    }
    sums_.push_back(sums);
    return {};
  }

  // Fills log_ratios_ with those of the rollout's tokens, and what doesn't need the ratios.
  Status ReadTokens(size_t rollout, size_t from, size_t to, Sums* sums) {
    log_ratios_.resize(static_cast<size_t>(advantages_.tokens[rollout]));
    size_t next = 0;
    // Tokens in turn go into several tables: two of a bin, one behind the other, would wait for
    // each other.
    constexpr size_t kTables = 4;
    std::array<std::array<double, kLogpBins>, kTables> distance{};
    std::array<std::array<int64_t, kLogpBins>, kTables> tokens{};
    for (size_t at = from; at < to; ++at) {
      if (batch_.mask[at] == 0) continue;
      const double train = batch_.logp_train[at], infer = batch_.logp_infer[at];
      const double log_ratio = train - infer;
      const size_t table = next % kTables;
      log_ratios_[next++] = log_ratio;
      sums->log_ratio += log_ratio;
      sums->surprise -= train;
      // One that is no number has the last bin, and is found below.
      const auto bin = infer > -static_cast<double>(kLogpBins)
                           ? static_cast<size_t>(std::max(-infer, 0.0))
                           : kLogpBins - 1;
      distance[table][bin] += std::abs(log_ratio);
      ++tokens[table][bin];
    }
    for (size_t bin = 0; bin < kLogpBins; ++bin) {
      for (size_t table = 0; table < kTables; ++table) {
        sums->distance[bin] += distance[table][bin];
        health_.tokens_by_logp[bin] += tokens[table][bin];
      }
    }
    for (size_t at = from; at < to && !batch_.entropies.empty(); ++at) {
      if (batch_.mask[at] != 0) sums->entropy += batch_.entropies[at];
    }
    // Whatever isn't finite leaves the sum so.
    if (std::isfinite(sums->log_ratio) && batch_.advantages.empty()) return {};
    for (size_t at = from; at < to; ++at) {
      if (batch_.mask[at] == 0) continue;
      const bool fine =
          std::isfinite(static_cast<double>(batch_.logp_train[at]) - batch_.logp_infer[at]);
      if (fine && (batch_.advantages.empty() || std::isfinite(batch_.advantages[at]))) continue;
      return Wrong(
          fine ? "advantages" : "logp_train",
          fmt::format("token {} of rollout {} has a number that isn't finite", at - from, rollout));
    }
    return {};
  }

  template <Loss kLoss>
  void Parts(size_t rollout, size_t from, size_t to, Sums* sums) {
    const double weight = WeightOf(rollout);
    const double of_rollout = advantages_.of_rollout[rollout];
    const double sequence = std::exp(sums->log_ratio / static_cast<double>(log_ratios_.size()));
    size_t next = 0;
    for (size_t at = from; at < to; ++at) {
      if (batch_.mask[at] == 0) continue;
      const double ratio = ratios_[next], log_ratio = log_ratios_[next];
      ++next;
      const double advantage =
          batch_.advantages.empty() ? of_rollout : static_cast<double>(batch_.advantages[at]);
      bool clipped = false;
      double part = 0;
      if constexpr (kLoss == Loss::kReinforce) {
        part = -advantage;
      } else if constexpr (kLoss == Loss::kClip) {
        part = Clipped(ratio, advantage, &clipped);
      } else if constexpr (kLoss == Loss::kGspo) {
        part = Clipped(sequence, advantage, &clipped);
      } else if constexpr (kLoss == Loss::kCispo) {
        clipped = ratio > recipe_.ratio_most;
        part = -std::min(ratio, recipe_.ratio_most) * advantage;
      } else if constexpr (kLoss == Loss::kIcePop) {
        clipped = ratio < recipe_.ratio_least || ratio > recipe_.ratio_most;
        part = clipped ? 0 : -ratio * advantage;
      } else {
        // exp(train) - exp(infer), by the ratio that is there; a probability is at most 1.
        if (std::abs(ratio - 1) > recipe_.moved_most) {
          const double moved = std::exp(static_cast<double>(batch_.logp_infer[at])) * (ratio - 1);
          clipped = advantage > 0 ? moved > recipe_.moved_most : moved < -recipe_.moved_most;
        }
        part = (clipped ? 0 : -ratio * advantage) + 2 * recipe_.kl * log_ratio;
      }
      sums->clipped += clipped ? 1 : 0;
      out_[at] = static_cast<float>(part * weight);
    }
  }

  // The derivative of -min(ratio A, clip(ratio) A) by the log-probability.
  double Clipped(double ratio, double advantage, bool* clipped) const {
    const bool far = advantage > 0 ? ratio > 1 + recipe_.clip_high : ratio < 1 - recipe_.clip_low;
    const bool dual = advantage < 0 && recipe_.dual_clip && ratio > *recipe_.dual_clip;
    *clipped = advantage != 0 && (far || dual);
    return *clipped ? 0 : -ratio * advantage;
  }

  double MeanOf(double Sums::*field) const {
    std::vector<double> values;
    values.reserve(sums_.size());
    for (const Sums& sums : sums_) values.push_back(sums.*field);
    return OrderlessSum(std::move(values)) / static_cast<double>(advantages_.all_tokens);
  }

  Health Finish() {
    health_.rollouts = advantages_.rollouts;
    health_.tokens = advantages_.all_tokens;
    health_.groups = advantages_.groups;
    health_.uniform_groups = advantages_.uniform_groups;
    int64_t judged = 0, truncated = 0;
    for (size_t i = 0; i < batch_.ends.size(); ++i) {
      if (!batch_.counted.empty() && batch_.counted[i] == 0) {
        ++health_.masked_rollouts;
        continue;
      }
      ++judged;
      truncated += !batch_.truncated.empty() && batch_.truncated[i] != 0 ? 1 : 0;
    }
    if (!batch_.truncated.empty() && judged > 0) {
      health_.truncated = static_cast<double>(truncated) / static_cast<double>(judged);
      health_.truncation_alarm = *health_.truncated >= kAlarmShare     ? TruncationAlarm::kAlarm
                                 : *health_.truncated >= kWarningShare ? TruncationAlarm::kWarning
                                                                       : TruncationAlarm::kNone;
    }
    if (advantages_.all_tokens == 0) return health_;
    int64_t clipped = 0;
    for (const Sums& sums : sums_) clipped += sums.clipped;
    health_.clipped_share =
        static_cast<double>(clipped) / static_cast<double>(advantages_.all_tokens);
    health_.mean_log_ratio = MeanOf(&Sums::log_ratio);
    health_.mismatch_kl = MeanOf(&Sums::mismatch);
    health_.surprise = MeanOf(&Sums::surprise);
    if (!batch_.entropies.empty()) health_.entropy = MeanOf(&Sums::entropy);
    for (size_t bin = 0; bin < kLogpBins; ++bin) {
      if (health_.tokens_by_logp[bin] == 0) continue;
      std::vector<double> values;
      for (const Sums& sums : sums_) values.push_back(sums.distance[bin]);
      health_.log_ratio_by_logp[bin] =
          OrderlessSum(std::move(values)) / static_cast<double>(health_.tokens_by_logp[bin]);
    }
    return health_;
  }

  const Batch& batch_;
  const Recipe& recipe_;
  const std::span<float> out_;
  const Advantages advantages_;
  std::vector<double> log_ratios_, ratios_;  // of the rollout's tokens
  std::vector<Sums> sums_;
  Health health_;
};

}  // namespace

Result<Health> Coefficients(const Batch& batch, const Recipe& recipe, std::span<float> out) {
  ASSAY_RETURN_IF_ERROR(CheckRecipe(recipe));
  ASSAY_RETURN_IF_ERROR(CheckBatch(batch, out));
  return Pass(batch, recipe, out).Run();
}

}  // namespace assay::losses
