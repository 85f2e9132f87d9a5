// A batch of rollouts as flat arrays that somebody else owns, and what is said of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace assay::losses {

// Tokens of all rollouts stand one behind the other, padding included.
struct Batch {
  // Of each token: log-probability by the model that is trained, and by the one that wrote it.
  std::span<const float> logp_train;
  std::span<const float> logp_infer;
  std::span<const uint8_t> mask;  // 0: not the model's (padding, a phrase): has no part in anything
  // Of each rollout: the index behind its last token; ascending, the last is the number of tokens.
  std::span<const int64_t> ends;
  std::span<const int64_t> groups;  // of each rollout: its prompt's number, any number
  std::span<const double> rewards;  // of each rollout
  // Of each rollout; empty: none. 0: no verdict (our environment failed). It is as if it weren't
  // there, to the last bit.
  std::span<const uint8_t> counted;
  std::span<const uint8_t> truncated;  // of each rollout; empty: not known
  std::span<const float> advantages;   // of each token, in place of rewards; empty: of the rewards
  std::span<const float> entropies;    // of each token; empty: not known
};

enum class TruncationAlarm { kNone, kWarning, kAlarm };  // from 5 % and from 10 % (ScaleRL A.15)

// Log-probabilities of the writer in steps of one: [0, -1), [-1, -2), … and all below.
inline constexpr size_t kLogpBins = 10;

struct Health {
  int64_t rollouts = 0;          // with a part
  int64_t tokens = 0;            // of these
  int64_t masked_rollouts = 0;   // without a verdict
  int64_t groups = 0;            // with a part
  int64_t uniform_groups = 0;    // of equal rewards, whether they have a part or not
  int64_t dropped_rollouts = 0;  // for a ratio below drop_below
  double clipped_share = 0;  // of the tokens: those whose part the recipe cut to nothing or capped
  double ratio_least = 1, ratio_most = 1;
  double mean_log_ratio = 0;
  double mismatch_kl = 0;  // mean of ratio - 1 - log ratio
  // Mean of |log ratio| by the writer's log-probability: where the two models disagree. And counts.
  std::array<double, kLogpBins> log_ratio_by_logp{};
  std::array<int64_t, kLogpBins> tokens_by_logp{};
  std::optional<double> entropy;  // mean, where it was given
  double surprise = 0;            // mean of -logp_train, which estimates it
  std::optional<double> truncated;
  TruncationAlarm truncation_alarm = TruncationAlarm::kNone;
};

}  // namespace assay::losses
