#include "lab/rl/losses/recipe.h"

#include <cmath>

namespace assay::losses {
namespace {

Error Wrong(const std::string& field, const std::string& what) {
  return InvalidField("losses", field, what);
}

bool Positive(double number) {
  return number > 0 && std::isfinite(number);
}

Recipe Grpo() {
  return {};
}

Recipe Dapo(double clip_high) {
  Recipe recipe;
  recipe.average = Average::kPrompt;
  recipe.clip_high = clip_high;
  return recipe;
}

Recipe Cispo() {
  Recipe recipe;
  recipe.loss = Loss::kCispo;
  recipe.average = Average::kPrompt;
  recipe.ratio_most = 5;
  return recipe;
}

std::vector<Preset> AllPresets() {
  std::vector<Preset> all;
  const auto add = [&all](std::string_view name, std::string_view source, const Recipe& recipe) {
    all.push_back({name, source, recipe});
  };
  Recipe scalerl = Cispo();
  scalerl.normalise = Normalise::kBatch;
  scalerl.drop_uniform = true;
  add("scalerl", "ScaleRL (2025), 4: CISPO, prompt average, batch deviation, no uniform groups",
      scalerl);
  Recipe acereason;
  acereason.loss = Loss::kReinforce;
  acereason.average = Average::kToken;
  add("acereason", "AceReason-Nemotron (2025), 3.1: on policy, group-normalised, token average",
      acereason);
  Recipe intellect;
  intellect.loss = Loss::kIcePop;
  intellect.average = Average::kToken;
  intellect.normalise = Normalise::kNone;
  intellect.ratio_least = 0.5;
  intellect.ratio_most = 5;
  intellect.drop_below = 1e-5;
  intellect.drop_uniform = true;
  add("intellect3", "INTELLECT-3 (2025), 3.2: IcePop from 0.5 to 5, no deviation", intellect);
  Recipe dapo = Dapo(0.28);
  dapo.average = Average::kToken;
  dapo.drop_uniform = true;
  dapo.length_penalty = LengthPenalty{20480, 4096, false, 0.5};
  add("dapo", "DAPO (2025), 3 and 4.1: clip 0.2 and 0.28, token average, overlong shaping", dapo);
  Recipe magistral = Dapo(0.26);
  magistral.normalise = Normalise::kBatch;
  add("magistral", "ScaleRL (2025), A.17: DAPO's clip with PipelineRL, batch deviation", magistral);
  add("minimax", "ScaleRL (2025), A.17: CISPO, prompt average", Cispo());
  add("deepseek-grpo", "ScaleRL (2025), A.17: clip 0.2, sample average", Grpo());
  Recipe qwen = Dapo(0.26);
  qwen.drop_uniform = true;
  add("qwen-dapo", "ScaleRL (2025), A.17: clip 0.2 and 0.26, prompt average, uniform ones dropped",
      qwen);
  Recipe dr_grpo;
  dr_grpo.average = Average::kConstant;
  dr_grpo.normalise = Normalise::kNone;
  dr_grpo.most_tokens = 8192;
  add("dr-grpo", "Dr.GRPO (2025): no deviation, no length; most_tokens is the run's own", dr_grpo);
  Recipe gspo;
  gspo.loss = Loss::kGspo;
  gspo.clip_low = 3e-4;
  gspo.clip_high = 4e-4;
  add("gspo", "GSPO (2025), 5.1: the sequence's ratio, clip 3e-4 and 4e-4", gspo);
  Recipe dppo;
  dppo.loss = Loss::kDppo;
  dppo.average = Average::kToken;
  dppo.normalise = Normalise::kNone;
  dppo.kl = 1e-3;
  add("prime-rl", "prime-rl (August 2026), its default: DPPO with 0.2, kl 1e-3", dppo);
  Recipe reinforce;
  reinforce.loss = Loss::kReinforce;
  reinforce.normalise = Normalise::kNone;
  add("reinforce", "the policy gradient with the group's mean as baseline", reinforce);
  return all;
}

}  // namespace

Status CheckRecipe(const Recipe& recipe) {
  if (!(recipe.clip_low >= 0 && recipe.clip_low < 1)) {
    return Wrong("clip_low", "must be from 0 to below 1");
  }
  if (!(recipe.clip_high >= 0) || !std::isfinite(recipe.clip_high)) {
    return Wrong("clip_high", "must be 0 or more");
  }
  if (recipe.dual_clip && !(Positive(*recipe.dual_clip) && *recipe.dual_clip > 1)) {
    return Wrong("dual_clip", "must be above 1");
  }
  if (!(recipe.ratio_least >= 0) || !(recipe.ratio_most >= recipe.ratio_least) ||
      !std::isfinite(recipe.ratio_most)) {
    return Wrong("ratio_most", "must not be below ratio_least, and that not below 0");
  }
  if (recipe.drop_below && !Positive(*recipe.drop_below)) {
    return Wrong("drop_below", "must be above 0");
  }
  if (!(recipe.moved_most >= 0 && recipe.moved_most <= 1)) {
    return Wrong("moved_most", "must be from 0 to 1");
  }
  if (!(recipe.kl >= 0) || !std::isfinite(recipe.kl)) return Wrong("kl", "must be 0 or more");
  if (!(recipe.deviation_floor >= 0) || !std::isfinite(recipe.deviation_floor)) {
    return Wrong("deviation_floor", "must be 0 or more");
  }
  if (recipe.average == Average::kConstant && recipe.most_tokens < 1) {
    return Wrong("most_tokens",
                 "is needed by the constant average: the tokens that a rollout may have");
  }
  if (recipe.length_penalty &&
      (recipe.length_penalty->last_tokens < 1 || recipe.length_penalty->most_tokens < 1)) {
    return Wrong("length_penalty", "needs most_tokens and last_tokens of 1 or more");
  }
  return {};
}

const std::vector<Preset>& Presets() {
  static const std::vector<Preset> presets = AllPresets();
  return presets;
}

const Preset* FindPreset(std::string_view name) {
  for (const Preset& preset : Presets()) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

}  // namespace assay::losses
