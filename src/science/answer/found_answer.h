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
#include <vector>

namespace assay::science {

struct FoundAnswer {
  std::string text;  // the answer as it was found
  // Each may be all of the answer, the likeliest first: what an answer tag holds, all that is
  // behind "the answer is", the last sentence.
  std::vector<std::string> wholes;
  std::string statement;  // from the answer to the end of its sentence; empty for a box
  // All that is behind "the answer is"; where the text announces no answer, the end of its last
  // sentence, behind "is" or a colon.
  std::string claim;
  std::string before;    // a quantity that is joined to it: "9 V and " before 8 V
  std::string beyond;    // what the sentence says behind a box
  bool implied = false;  // nothing announces it
  bool hedged = false;   // it stands behind another, joined by "or"
  bool is_part = false;  // a box inside a formula, which is more than the box
  size_t offset = 0;     // bytes into the response
  size_t length = 0;
};

// `choice`: an option letter is expected. An answer longer than `longest` bytes is not looked at
// further. Nothing: the text has no answer; one that is only a claim has no `text`.
std::optional<FoundAnswer> FindAnswer(std::string_view response, bool choice, size_t longest);

// The answer in a gold: itself, but for a whole solution with a box. Empty: none.
std::string GoldAnswer(std::string_view gold);

struct Choice {
  std::string letters;  // in alphabetical order, each once; empty: one or the other, "B or C"
  std::string text;     // of the option, where one is written behind its letter
};

// "B", "(B)", "B. 5 N", "Option B", "A and C". As the beginning of a sentence, too.
std::optional<Choice> ReadChoice(std::string_view plain);

// Whether words offer a letter besides these: "B, possibly C".
bool OffersAnotherLetter(std::string_view plain, std::string_view letters);
// Whether a letter that was picked out of a sentence is one of several: "A or B".
bool HasLetterBefore(std::string_view response, size_t offset);
// The letter that a line gives with its option's text: "So it is C) plan B". Where it stands.
std::optional<size_t> FindMarkedLetter(std::string_view line);
// Whether it is a unit: "4.5 J".
bool IsBehindNumber(std::string_view response, size_t offset);

// What stands around an answer; FindAnswer's parts.
inline constexpr size_t kLongestTail = 80;  // so far behind or before it a unit is looked for

// Whether a sentence ends at a place, and where one ends, at most `longest` bytes further on.
bool EndsSentence(std::string_view text, size_t at);
size_t SentenceEnd(std::string_view text, size_t at, size_t longest);
// Whether the last number of a text has a unit, or it can't be read.
bool HasUnit(std::string_view text);
// The unit that a sentence names before its number: "v (in km/s) = ", "The answer in km is ".
std::string UnitBefore(std::string_view response, size_t offset);
// A unit that is all of the next line, in brackets or not.
std::string UnitOnNextLine(std::string_view response, size_t end);
// A text that was found between two places, with the unit beside it where it has none.
std::string WithUnit(std::string text, std::string_view response, size_t begin, size_t end);
// The sentence behind an answer, where it begins by offering another: ". Or 6 m."
std::string HedgeBehind(std::string_view response, size_t end);
// What stands around a box.
struct Surroundings {
  bool minus = false;    // a minus sign before it
  bool is_part = false;  // of a formula that is more than the box
  bool hedged = false;   // "30 N or " before it
};

Surroundings LookAround(std::string_view response, size_t begin, size_t end, bool has_unit);

}  // namespace assay::science
