// The curricula of published runs, as far as their papers say them. What a paper leaves open is
// ours, and said so.

#include "lab/rl/curriculum/plan/plan.h"

namespace assay::curriculum {
namespace {

constexpr std::string_view kAceReason7b =
    R"yaml(# AceReason-Nemotron (Chen et al. 2025), 3.1, 3.2, 3.4 and 4: the 7B model. Math first, from 8K to
# 24K tokens, then code, then math with 32K.
name: acereason-7b
about: AceReason-Nemotron 7B, math by length, then code, then math again
groups: 128
temperature: 0.6       # the paper says it of code and of evaluations
# The paper trains each stage until it converges. One that has no end here ends when it is told to.
stages:
  - {name: math-8k, domains: math, response_tokens: 8192, rollouts: 8, steps: 1000}   # "1K-2K steps"
  - {name: math-16k, domains: math, response_tokens: 16384, rollouts: 16, steps: 500}
  # "filtering out those with pass rate > 6/16": by 16 attempts of the model as it is by then
  - {name: math-24k, domains: math, response_tokens: 24576, rollouts: 16, solved_share: {to: 6/16}}
  # A.4: difficulty 0 to 8 is how many of a strong model's 8 attempts fail; "up to level 5"
  - {name: code-24k, domains: code, response_tokens: 24000, rollouts: 8, solved_share: {from: 3/8}}
  # "filtering out relatively easy problems w.r.t. prior epoch checkpoints": from where isn't said.
  # "from 0.6 to 1.0", "from 8 to 16": the steps between are ours.
  - {name: code-32k, domains: code, response_tokens: 32768, rollouts: [8, 12, 16],
     temperature: [0.6, 0.8, 1.0], solved_share: {from: 1/8}, leave_out_from: 7/8, epochs: 3}
  - {name: math-32k, domains: math, response_tokens: 32768, rollouts: 16, solved_share: {to: 6/16}}
)yaml";

constexpr std::string_view kAceReason14b =
    R"yaml(# As acereason-7b; of code the 14B model gets problems "up to level 7" at once.
name: acereason-14b
about: AceReason-Nemotron 14B, math by length, then code, then math again
groups: 128
temperature: 0.6
stages:
  - {name: math-8k, domains: math, response_tokens: 8192, rollouts: 8, steps: 1000}
  - {name: math-16k, domains: math, response_tokens: 16384, rollouts: 16, steps: 500}
  - {name: math-24k, domains: math, response_tokens: 24576, rollouts: 16, solved_share: {to: 6/16}}
  - {name: code-24k, domains: code, response_tokens: 24000, rollouts: 8, solved_share: {from: 1/8}}
  - {name: code-32k, domains: code, response_tokens: 32768, rollouts: [8, 12, 16],
     temperature: [0.6, 0.8, 1.0], solved_share: {from: 1/8}, leave_out_from: 7/8, epochs: 3}
  - {name: math-32k, domains: math, response_tokens: 32768, rollouts: 16, solved_share: {to: 6/16}}
)yaml";

constexpr std::string_view kIntellect3 =
    R"yaml(# INTELLECT-3 (Prime Intellect 2025), 2.1.5 and 3.2: 256 prompts with 16 rollouts each, 65,536
# tokens, pools by observed solve rate, groups that are always or never solved left out, and "an
# easy difficulty pool to remove any prompt with a pass rate of 1 from being sampled again".
name: intellect3
about: INTELLECT-3, pools by observed rate; what is solved always isn't drawn again
groups: 256
rollouts: 16
response_tokens: 65536
temperature: 1.0       # not in the paper
draw: pools
# The paper names no weights: none is preferred here.
pools: {by: weight, unseen: 1, hard: 1, normal: 1, easy: 1}
retire: {from: 1.0}
uniform: refill        # "ensuring that we only train on rollouts with meaningful learning signal"
stages:
  - {name: all}
)yaml";

constexpr std::string_view kPrimeRl =
    R"yaml(# prime-rl's buffer with its defaults of 2026.
name: prime-rl
about: prime-rl's defaults, hard and easy problems drawn a fifth as often
groups: 256
rollouts: 16
response_tokens: 65536
temperature: 1.0
draw: pools
pools: {by: weight, hard_to: 0.25, normal_to: 0.75, unseen: 1, hard: 0.2, normal: 1, easy: 0.2}
uniform: refill
stages:
  - {name: all}
)yaml";

constexpr std::string_view kScaleRl =
    R"yaml(# ScaleRL (Khatri et al. 2025), 3.2, 4 and A.3: epochs in random order, 48 prompts with 16
# rollouts each, 12K tokens to think and 2K to answer, zero-variance groups dropped, not replaced,
# and "permanently removing any prompt with pass rate >= 0.9 from subsequent epochs".
name: scalerl
about: ScaleRL, epochs without what the last one solved nine times of ten
groups: 48
rollouts: 16
response_tokens: 14336
temperature: 1.0       # not in the paper
uniform: drop
retire: {from: 0.9, over: last}   # which rollouts the rate is of isn't said
stages:
  - {name: all}
)yaml";

constexpr std::string_view kDapo =
    R"yaml(# DAPO (Yu et al. 2025), 3.2 and 4.1: 512 prompts with 16 rollouts each, batches filled up with
# groups that are neither all right nor all wrong, 16,384 tokens and 4,096 that cost.
name: dapo
about: DAPO, batches filled up with groups that teach something
groups: 512
rollouts: 16
response_tokens: 20480
temperature: 1.0
uniform: refill
stages:
  - {name: all}
)yaml";

}  // namespace

const std::vector<Preset>& Presets() {
  static const std::vector<Preset> presets = [] {
    std::vector<Preset> all;
    for (const std::string_view yaml :
         {kAceReason7b, kAceReason14b, kIntellect3, kPrimeRl, kScaleRl, kDapo}) {
      // The words behind a key, as they stand.
      const auto after = [yaml](std::string_view key) {
        const size_t at = yaml.find(key) + key.size();
        return yaml.substr(at, yaml.find('\n', at) - at);
      };
      all.push_back({after("\nname: "), after("\nabout: "), yaml});
    }
    return all;
  }();
  return presets;
}

const Preset* FindPreset(std::string_view name) {
  for (const Preset& preset : Presets()) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

}  // namespace assay::curriculum
