// FindAnswer: what a model's text gives as its answer, with the unit that stands behind a box or a
// formula; and option letters.
//
// Where the answer is, is the math verifier's finding (docs/math.md, "Finding the answer"). It
// looks for numbers and formulas, so a unit in the sentence behind them is fetched here.
// Linear in the text; pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::science {

struct FoundAnswer {
  std::string text;       // the answer as it was found
  std::string statement;  // from the answer to the end of its sentence; empty for a box
  // All that is behind "the answer is"; where the text announces no answer, the end of its last
  // sentence, behind "is" or a colon.
  std::string claim;
  bool hedged = false;  // an option letter that stands behind another
  size_t offset = 0;    // bytes into the response
  size_t length = 0;
};

// `choice`: an option letter is expected. Nothing: the text has no answer; one that is only a claim
// has no `text`.
std::optional<FoundAnswer> FindAnswer(std::string_view response, bool choice);

// The answer in a gold: itself, but for a whole solution with a box. Empty: none.
std::string GoldAnswer(std::string_view gold);

struct Choice {
  std::string letters;  // in alphabetical order, each once; empty: one or the other, "B or C"
  std::string text;     // of the option, where one is written behind its letter
};

// "B", "(B)", "B. 5 N", "Option B", "A and C". As the beginning of a sentence, too.
std::optional<Choice> ReadChoice(std::string_view plain);

}  // namespace assay::science
