// Words of a text, in the two forms in which passages are compared.
//
//   exact       what stands between white space (space, tab, line ends, \v, \f), byte for byte
//   normalised  runs of letters and digits: A-Z as a-z, and every character beyond ASCII as it is.
//               What separates them: white space, control characters, all ASCII punctuation, so
//               also LaTeX's $, \, {, }, ^, _ and ~, and of Unicode U+0080 to U+00BF (no-break
//               space, «, ·), U+2000 to U+206F (spaces, dashes, quotes), U+3000 to U+303F and
//               U+FF00 to U+FF0F (full-width punctuation)
//
// So normalised "If $x^2=4$," and "if \(x^{2} = 4\)" are both: if x 2 4. Operators are punctuation:
// x + y and x - y are the same words. Case beyond ASCII counts, and there is no Unicode
// normalisation. Bytes that are no UTF-8 are parts of words.
//
// Pure, thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/enum_names.h"

namespace assay::curate {

enum class WordForm : uint8_t { kExact, kNormalised };
inline constexpr auto kWordFormNames =
    MakeEnumNames<WordForm>({{WordForm::kExact, "exact"}, {WordForm::kNormalised, "normalised"}});
static_assert(kWordFormNames.IsWholeUpTo(WordForm::kNormalised));

struct Word {
  uint32_t begin = 0;  // bytes of the text
  uint32_t end = 0;
  uint64_t hash = 0;  // of the word in its form
};

// Replaces what is in `words`. REQUIRES: a text of less than 4 GiB.
void SplitWords(std::string_view text, WordForm form, std::vector<Word>* words);

// Whether `count` words from `a_at` on are the same as those from `b_at` on. False when one of the
// texts has fewer. REQUIRES: both places begin a word.
bool SameWords(std::string_view a, size_t a_at, std::string_view b, size_t b_at, WordForm form,
               size_t count);

}  // namespace assay::curate
