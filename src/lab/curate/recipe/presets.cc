// The recipes of two papers, as far as they say them. What a paper leaves open is ours, and said
// so.

#include "lab/curate/recipe/recipe.h"

namespace assay::curate {
namespace {

constexpr std::string_view kAceReasonMath =
    R"yaml(# AceReason-Nemotron (Chen et al. 2025), 3.1: the math data.
name: acereason-math
about: AceReason-Nemotron's math problems, from rows with up to eight attempts of a strong model
steps:
  # "filtering rules to exclude unsuitable data"
  - several_questions
  - choices
  - answers: {most_characters: 60, most_words: 6}   # the paper names no bound
  - proofs
  - language
  - figures
  - brief: {fewest_words: 5}                        # nor here
  # Not in the paper: DeepScaleR and NuminaMath share many problems.
  - duplicates: {jaccard: 0.8, shingle_words: 5}
  # "9-gram filtering to avoid contamination with common math benchmarks"
  - decontaminate: {ngrams: 9, match: [exact, normalised]}
  # "retaining only those that achieve correct majority-voted solutions"
  - verifiable: {most_attempts: 8}
  # "fewer than 2000 R1 response tokens" go; those of 2000 to 4000 are thinned out, to what share
  # the paper doesn't say
  - response_length: {of: median, fewest_tokens: 2000, thin_below_tokens: 4000, thin_share: 0.5}
  # For the stages of 24K and 32K tokens, from 16 attempts, the paper drops pass rates above 6/16:
  #   - difficulty: {attempts: attempts, fewest_attempts: 16, highest_rate: 0.375}
)yaml";

constexpr std::string_view kAceReasonCode =
    R"yaml(# AceReason-Nemotron (Chen et al. 2025), A.4: the code data.
name: acereason-code
about: AceReason-Nemotron's programming problems, from rows with eight rollouts of a strong model
steps:
  # "Multi-solution or interactive problems that requires special judge"
  - special_judge
  # "images within the statement obscure a clear understanding"
  - figures
  # "strict problem statement and source URL matching"
  - source_url
  - duplicates: {jaccard: 0.8, shingle_words: 5}
  # "exclude all problems released after 20240801"
  - released: {no_later_than: 2024-08-01}
  # "n-gram matching (with n=14)"
  - decontaminate: {ngrams: 14, match: [exact, normalised]}
#"Problems that ... failed to solve in all 8 attempts are excluded".Stage 1 takes levels up to 5
#(7B) or 7(14B), so fewest_solved 3 or 1.
  - difficulty: {fewest_attempts: 8, fewest_solved: 1}
)yaml";

constexpr std::string_view kIntellectMath =
    R"yaml(# INTELLECT-3 technical report (2025), 3.1.1: the math environment.
name: intellect-math
about: INTELLECT-3's math problems, from rows with eight generations of a small model
steps:
  # Several data sets with the same sources; how they were merged the paper doesn't say.
  - duplicates: {jaccard: 0.8, shingle_words: 5}
  # Not in the paper, whose sources are decontaminated.
  - decontaminate: {ngrams: 9, match: [exact, normalised]}
  # "average solve rate ... over eight generations per problem ... filter our samples which are too
  # easy"; "an easy difficulty pool to remove any prompt with a pass rate of 1"
  - difficulty: {fewest_attempts: 8, highest_rate: 0.999}
)yaml";

constexpr std::string_view kIntellectCode =
    R"yaml(# INTELLECT-3 technical report (2025), 3.1.2: the code environment.
name: intellect-code
about: INTELLECT-3's programming problems, from rows with eight generations of a small model
steps:
  - duplicates: {jaccard: 0.8, shingle_words: 5}    # not in the paper, nor the next one
  - decontaminate: {ngrams: 14, match: [exact, normalised]}
  # "For difficulty filtering, we annotate the 8.6K examples with the average solve rate ... over
  # eight generations per problem"
  - difficulty: {fewest_attempts: 8, highest_rate: 0.999}
)yaml";

}  // namespace

const std::vector<Preset>& Presets() {
  static const std::vector<Preset> presets = {
      {"acereason-math", "AceReason-Nemotron's math data (9-grams, rules, majority, length)",
       kAceReasonMath},
      {"acereason-code", "AceReason-Nemotron's code data (14-grams, URLs, dates, difficulty)",
       kAceReasonCode},
      {"intellect-math", "INTELLECT-3's math data (solve rates of eight generations)",
       kIntellectMath},
      {"intellect-code", "INTELLECT-3's code data (solve rates of eight generations)",
       kIntellectCode},
  };
  return presets;
}

const Preset* FindPreset(std::string_view name) {
  for (const Preset& preset : Presets()) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

}  // namespace assay::curate
