// libassay_rl.so: the C face of Coefficients. Nothing throws past this file.
#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <string>

#include "lab/rl/abi/assay_rl.h"
#include "lab/rl/losses/coefficients.h"
#include "lab/rl/losses/recipe.h"

namespace {

using assay::losses::Average;
using assay::losses::Batch;
using assay::losses::Health;
using assay::losses::Loss;
using assay::losses::Normalise;
using assay::losses::Recipe;

static_assert(assay::losses::kLogpBins == 10, "assay_rl_health has as many");

void Say(const std::string& text, char* message, size_t bytes) {
  if (message == nullptr || bytes == 0) return;
  const size_t length = std::min(text.size(), bytes - 1);
  std::memcpy(message, text.data(), length);
  message[length] = '\0';
}

template <typename Enum>
bool IsOneOf(int32_t value, Enum last) {
  return value >= 0 && value <= static_cast<int32_t>(last);
}

assay_rl_recipe ToC(const Recipe& recipe) {
  assay_rl_recipe out{};
  out.size = sizeof out;
  out.loss = static_cast<int32_t>(recipe.loss);
  out.average = static_cast<int32_t>(recipe.average);
  out.normalise = static_cast<int32_t>(recipe.normalise);
  out.centre = recipe.centre ? 1 : 0;
  out.sample_deviation = recipe.sample_deviation ? 1 : 0;
  out.drop_uniform = recipe.drop_uniform ? 1 : 0;
  out.drop_truncated = recipe.drop_truncated ? 1 : 0;
  out.deviation_floor = recipe.deviation_floor;
  out.penalty_correct_from = 0.5;
  if (recipe.length_penalty) {
    out.penalty_most_tokens = recipe.length_penalty->most_tokens;
    out.penalty_last_tokens = recipe.length_penalty->last_tokens;
    out.penalty_only_correct = recipe.length_penalty->only_correct ? 1 : 0;
    out.penalty_correct_from = recipe.length_penalty->correct_from;
  }
  out.clip_low = recipe.clip_low;
  out.clip_high = recipe.clip_high;
  out.dual_clip = recipe.dual_clip.value_or(0);
  out.ratio_least = recipe.ratio_least;
  out.ratio_most = recipe.ratio_most;
  out.drop_below = recipe.drop_below.value_or(0);
  out.moved_most = recipe.moved_most;
  out.kl = recipe.kl;
  out.most_tokens = recipe.most_tokens;
  return out;
}

Recipe FromC(const assay_rl_recipe& in) {
  Recipe recipe;
  recipe.loss = static_cast<Loss>(in.loss);
  recipe.average = static_cast<Average>(in.average);
  recipe.normalise = static_cast<Normalise>(in.normalise);
  recipe.centre = in.centre != 0;
  recipe.sample_deviation = in.sample_deviation != 0;
  recipe.drop_uniform = in.drop_uniform != 0;
  recipe.drop_truncated = in.drop_truncated != 0;
  recipe.deviation_floor = in.deviation_floor;
  if (in.penalty_most_tokens != 0 || in.penalty_last_tokens != 0) {
    recipe.length_penalty = {in.penalty_most_tokens, in.penalty_last_tokens,
                             in.penalty_only_correct != 0, in.penalty_correct_from};
  }
  recipe.clip_low = in.clip_low;
  recipe.clip_high = in.clip_high;
  if (in.dual_clip != 0) recipe.dual_clip = in.dual_clip;
  recipe.ratio_least = in.ratio_least;
  recipe.ratio_most = in.ratio_most;
  if (in.drop_below != 0) recipe.drop_below = in.drop_below;
  recipe.moved_most = in.moved_most;
  recipe.kl = in.kl;
  recipe.most_tokens = in.most_tokens;
  return recipe;
}

template <typename Number>
std::span<const Number> Of(const Number* numbers, size_t count) {
  return numbers == nullptr ? std::span<const Number>() : std::span<const Number>(numbers, count);
}

void ToC(const Health& health, assay_rl_health* out) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  *out = {};
  out->size = sizeof *out;
  out->rollouts = health.rollouts;
  out->tokens = health.tokens;
  out->masked_rollouts = health.masked_rollouts;
  out->groups = health.groups;
  out->uniform_groups = health.uniform_groups;
  out->dropped_rollouts = health.dropped_rollouts;
  out->clipped_share = health.clipped_share;
  out->ratio_least = health.ratio_least;
  out->ratio_most = health.ratio_most;
  out->mean_log_ratio = health.mean_log_ratio;
  out->mismatch_kl = health.mismatch_kl;
  out->surprise = health.surprise;
  out->entropy = health.entropy.value_or(kUnknown);
  out->truncated = health.truncated.value_or(kUnknown);
  out->truncation_alarm = static_cast<int32_t>(health.truncation_alarm);
  std::copy(health.log_ratio_by_logp.begin(), health.log_ratio_by_logp.end(),
            out->log_ratio_by_logp);
  std::copy(health.tokens_by_logp.begin(), health.tokens_by_logp.end(), out->tokens_by_logp);
}

// Empty, or what is wrong with what only this face has.
std::string Fault(const assay_rl_batch* batch, const assay_rl_recipe* recipe,
                  const float* coefficients, const assay_rl_health* health) {
  if (batch == nullptr || recipe == nullptr) return "batch and recipe must not be null";
  if (batch->size < sizeof *batch || recipe->size < sizeof *recipe ||
      (health != nullptr && health->size < sizeof *health)) {
    return "size: must be that of the structure";
  }
  if (batch->tokens > 0 && coefficients == nullptr) return "coefficients: must not be null";
  if (!IsOneOf(recipe->loss, Loss::kDppo)) return "loss: must be from 0 to 5";
  if (!IsOneOf(recipe->average, Average::kConstant)) return "average: must be from 0 to 3";
  if (!IsOneOf(recipe->normalise, Normalise::kBatch)) return "normalise: must be from 0 to 2";
  return "";
}

}  // namespace

extern "C" {

uint32_t assay_rl_abi_version(void) {
  return ASSAY_RL_ABI_VERSION;
}

// Names and sources are literals, so their data end with a zero.
const char* assay_rl_preset_name(size_t index) {
  const auto& presets = assay::losses::Presets();
  return index < presets.size() ? presets[index].name.data() : nullptr;
}

const char* assay_rl_preset_source(size_t index) {
  const auto& presets = assay::losses::Presets();
  return index < presets.size() ? presets[index].source.data() : nullptr;
}

int assay_rl_preset(const char* name, assay_rl_recipe* recipe) {
  if (name == nullptr || recipe == nullptr || recipe->size < sizeof *recipe) {
    return ASSAY_RL_INVALID_ARGUMENT;
  }
  const assay::losses::Preset* const preset = assay::losses::FindPreset(name);
  if (preset == nullptr) return ASSAY_RL_UNKNOWN_PRESET;
  *recipe = ToC(preset->recipe);
  return ASSAY_RL_OK;
}

int assay_rl_coefficients(const assay_rl_batch* batch, const assay_rl_recipe* recipe,
                          float* coefficients, assay_rl_health* health, char* message,
                          size_t message_bytes) {
  try {
    const std::string fault = Fault(batch, recipe, coefficients, health);
    if (!fault.empty()) {
      Say(fault, message, message_bytes);
      return ASSAY_RL_INVALID_ARGUMENT;
    }
    Batch given;
    given.logp_train = Of(batch->logp_train, batch->tokens);
    given.logp_infer = Of(batch->logp_infer, batch->tokens);
    given.mask = Of(batch->mask, batch->tokens);
    given.ends = Of(batch->ends, batch->rollouts);
    given.groups = Of(batch->groups, batch->rollouts);
    given.rewards = Of(batch->rewards, batch->rollouts);
    given.counted = Of(batch->counted, batch->rollouts);
    given.truncated = Of(batch->truncated, batch->rollouts);
    given.advantages = Of(batch->advantages, batch->tokens);
    given.entropies = Of(batch->entropies, batch->tokens);
    const auto result =
        assay::losses::Coefficients(given, FromC(*recipe), {coefficients, batch->tokens});
    if (!result.ok()) {
      Say(result.error().message, message, message_bytes);
      return ASSAY_RL_INVALID_ARGUMENT;
    }
    if (health != nullptr) ToC(*result, health);
    return ASSAY_RL_OK;
  } catch (const std::bad_alloc&) {
    return ASSAY_RL_OUT_OF_MEMORY;
  } catch (...) {
    return ASSAY_RL_INTERNAL;
  }
}

}  // extern "C"
