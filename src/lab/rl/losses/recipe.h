// Recipe: which policy-gradient loss, over which advantages, averaged how; and the presets of
// papers. Plain values; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"

namespace assay::losses {

// With ratio = exp(logp_train - logp_infer) of a token and A its advantage, what a token's part of
// the loss is, before averaging:
enum class Loss {
  kReinforce,  // -A logp
  kClip,       // -min(ratio A, clip(ratio, 1 - clip_low, 1 + clip_high) A): PPO, GRPO, DAPO
  kCispo,      // -sg(min(ratio, ratio_most)) A logp (MiniMax-M1; ScaleRL eq. 4)
  kGspo,       // kClip with the sequence's ratio, exp(mean(logp_train - logp_infer)) (Zheng et al.)
  kIcePop,     // -ratio A where ratio_least <= ratio <= ratio_most, else 0 (INTELLECT-3, 3.2)
  kDppo,       // -ratio A where the probability hasn't moved too far its way, + kl (logratio)^2
};
inline constexpr auto kLossNames = MakeEnumNames<Loss>({{Loss::kReinforce, "reinforce"},
                                                        {Loss::kClip, "clip"},
                                                        {Loss::kCispo, "cispo"},
                                                        {Loss::kGspo, "gspo"},
                                                        {Loss::kIcePop, "icepop"},
                                                        {Loss::kDppo, "dppo"}});
static_assert(kLossNames.IsWholeUpTo(Loss::kDppo));

// What each rollout, prompt or token has the same part of.
enum class Average {
  kSample,    // 1 / rollouts, 1 / its tokens (GRPO)
  kPrompt,    // 1 / prompts, 1 / tokens of the prompt (DAPO as ScaleRL has it, eq. 8)
  kToken,     // 1 / tokens of the batch
  kConstant,  // 1 / rollouts, 1 / most_tokens (Dr.GRPO)
};
inline constexpr auto kAverageNames = MakeEnumNames<Average>({{Average::kSample, "sample"},
                                                              {Average::kPrompt, "prompt"},
                                                              {Average::kToken, "token"},
                                                              {Average::kConstant, "constant"}});
static_assert(kAverageNames.IsWholeUpTo(Average::kConstant));

// What advantages are divided by, after the group's mean is taken off.
enum class Normalise {
  kNone,
  kPrompt,  // the standard deviation of the group's rewards
  kBatch,   // that of all advantages of the batch
};
inline constexpr auto kNormaliseNames = MakeEnumNames<Normalise>(
    {{Normalise::kNone, "none"}, {Normalise::kPrompt, "prompt"}, {Normalise::kBatch, "batch"}});
static_assert(kNormaliseNames.IsWholeUpTo(Normalise::kBatch));

// max(-1, min(0, (most_tokens - tokens) / last_tokens - 1)) is added to a reward (ScaleRL A.11;
// DAPO 3.4, which has the same line).
struct LengthPenalty {
  int64_t most_tokens = 0;
  int64_t last_tokens = 0;    // over which it grows to -1
  bool only_correct = false;  // added to rewards from correct_from on alone
  double correct_from = 0.5;
};

struct Recipe {
  Loss loss = Loss::kClip;
  Average average = Average::kSample;
  Normalise normalise = Normalise::kPrompt;
  bool centre = true;             // take the group's mean off
  bool sample_deviation = true;   // divide by n - 1, as verl and TRL do; else by n
  double deviation_floor = 1e-6;  // added to the deviation
  bool drop_uniform = false;      // groups of equal rewards are as if they weren't there
  bool drop_truncated = false;    // rollouts that ran into the limit, too (DAPO 3.4)
  std::optional<LengthPenalty> length_penalty;
  double clip_low = 0.2;
  double clip_high = 0.2;
  std::optional<double> dual_clip;  // the ratio beyond which a negative advantage has no part (PPO)
  double ratio_least = 0;
  double ratio_most = 5;
  std::optional<double> drop_below;  // a rollout with a token of a smaller ratio has no part
  double moved_most = 0.2;           // kDppo: of a probability
  double kl = 0;                     // kDppo
  int64_t most_tokens = 0;           // kConstant: of a rollout
};

// kInvalidArgument names the field: out of its range, or missing for what was chosen.
Status CheckRecipe(const Recipe& recipe);

struct Preset {
  std::string_view name;
  std::string_view source;  // paper and section
  Recipe recipe;
};
const std::vector<Preset>& Presets();
// nullptr: there is none of that name.
const Preset* FindPreset(std::string_view name);

}  // namespace assay::losses
