// How much a text repeats itself: of its n-grams, the share that was there before.
//
// 1 - (different n-grams) / (all n-grams), of words (between white space, in ASCII lower case) or
// of characters. As the n-gram penalty of "Demystifying Long Chain-of-Thought Reasoning in LLMs"
// (Yeo et al. 2025) and of what came after it in RL work. Characters are for languages that put no
// space between words.
//
// Exact and linear in the text, times the logarithm of n. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/enum_names.h"

namespace assay::scoring {

enum class GramUnit { kWords, kCharacters };
inline constexpr auto kGramUnitNames = MakeEnumNames<GramUnit>({
    {GramUnit::kWords, "words"},
    {GramUnit::kCharacters, "characters"},
});
static_assert(kGramUnitNames.IsWholeUpTo(GramUnit::kCharacters));

struct RepetitionRule {
  static constexpr int64_t kLongestGram = 1000;

  int64_t ngram = 3;
  GramUnit of = GramUnit::kWords;
};

// In [0, 1]; 0 for a text that is shorter than one n-gram.
double RepeatedShare(std::string_view text, const RepetitionRule& rule);

}  // namespace assay::scoring
