#include "lab/synth/classify/statement.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "base/text.h"

namespace assay::synth {
namespace {

struct Phrase {
  Hint hint;
  double weight;
  const char* pattern;
};

// Weights are how often the words mean what they seem to: "any order" may be about the input, and
// "precision" about anything.
constexpr std::array kPhrases = {
    Phrase{
        Hint::kAnyAnswer, 0.95,
        R"((?:print|output|find|report|return|give|choose)\s+(?:out\s+)?any(?:\s+one)?\s+(?:of\s+)?(?:them|these|those|valid|such|possible|correct|suitable|optimal|solution|answer))"},
    Phrase{
        Hint::kAnyAnswer, 0.95,
        R"(if\s+(?:there\s+(?:are|is|exist)|multiple|several|more\s+than\s+one)[^.\n]{0,80}?(?:multiple|several|many|more\s+than\s+one|different)?[^.\n]{0,80}?(?:any|arbitrary)\b)"},
    Phrase{
        Hint::kAnyAnswer, 0.9,
        R"(any(?:\s+one)?\s+(?:of\s+(?:them|these|those)|(?:valid|correct|optimal|possible)\s+(?:answer|solution|output|one|construction|path|permutation|sequence|assignment|arrangement)s?)\s+(?:will\s+be|is|are|would\s+be|can\s+be)?\s*(?:accepted|fine|allowed|acceptable|ok|printed|output)?)"},
    Phrase{
        Hint::kAnyAnswer, 0.9,
        R"((?:multiple|several|many)\s+(?:possible\s+|valid\s+|correct\s+|different\s+|optimal\s+)*(?:solution|answer|output)s?\s+(?:exist|are\s+possible|are\s+accepted|may\s+exist))"},
    Phrase{
        Hint::kAnyAnswer, 0.85,
        R"((?:you\s+(?:may|can)|feel\s+free\s+to)\s+(?:print|output|return|choose|find)\s+(?:any|either))"},
    Phrase{
        Hint::kAnyAnswer, 0.8,
        R"((?:the\s+)?(?:answer|solution|output)s?\s+(?:is|are|may|need|does|do)\s+not\s+(?:necessarily\s+|be\s+|need\s+to\s+be\s+)*unique)"},
    Phrase{
        Hint::kAnyAnswer, 0.9,
        R"((?:print|output|find|report|return|give)\s+any\s+\S{1,20}\s+(?:s\.t\.|such\s+that|that|which|satisfying)\b)"},
    Phrase{Hint::kAnyAnswer, 0.8, R"(\bunique(?:ly\s+determined)?\s+(?:except|up\s+to)\b)"},
    // From here on they ask for one thing, of which there may be several.
    Phrase{
        Hint::kAnyAnswer, 0.7,
        R"((?:print|output|find|report|return|give|construct)\s+(?:out\s+)?(?:some|one\s+(?:of\s+(?:the|their|its|all)\b|with\b)))"},
    Phrase{
        Hint::kAnyAnswer, 0.5,
        R"(\b(?:find\s+an?|build\s+an?|construct\s+(?:an?|the))\s+(?:\S{1,20}\s+){0,4}?(?:path|cycle|walk|tour|route|subsequence|substring|ordering|assignment|matching|permutation|construction|sequence|subset|set|pair|triple|tree|graph|partition|colou?ring|arrangement|basis|plan|schedule|labell?ing|matrix|grid)s?\b)"},
    Phrase{Hint::kAnyAnswer, 0.6, R"(\barbitrar(?:y|ily)\s+(?:one|answer|solution|output|choice))"},
    Phrase{Hint::kAnyOrder, 0.85, R"((?:in|with)\s+(?:any|arbitrary)\s+order)"},
    Phrase{Hint::kAnyOrder, 0.85,
           R"(\border\s+(?:can|may)\s+be\s+arbitrary|(?:can|may)\s+be\s+ordered\s+arbitrarily)"},
    Phrase{
        Hint::kAnyOrder, 0.85,
        R"(order\s+(?:of\s+[^.\n]{1,40}\s+)?(?:does\s+not|doesn't|is\s+not|isn't)\s+(?:matter|important|relevant))"},
    Phrase{
        Hint::kTolerance, 0.95,
        R"((?:absolute|relative)(?:\s+or\s+(?:absolute|relative))?\s+(?:error|precision|tolerance|difference))"},
    Phrase{
        Hint::kTolerance, 0.9,
        R"((?:error|tolerance|precision|accuracy|differ\w*)[^.\n]{0,60}?(?:10\s*(?:\^|\*\*)\s*\{?\s*[-−–]\s*\d+|1e-\d+|10⁻))"},
    Phrase{
        Hint::kTolerance, 0.5,
        R"((?:at\s+least|exactly|up\s+to|with|to)\s+(?:\w+)\s+(?:decimal\s+(?:places|digits)|digits\s+after\s+the\s+decimal\s+point))"},
    Phrase{
        Hint::kAnyCase, 0.9,
        R"((?:in\s+any\s+case|case[\s-]+insensitive|(?:upper|lower)\s*(?:case)?\s+or\s+(?:upper|lower)\s*case|each\s+letter\s+in\s+any))"},
};

std::string Surrounded(std::string_view text, size_t begin, size_t end) {
  constexpr size_t kAround = 40;
  size_t from = begin > kAround ? begin - kAround : 0;
  size_t to = std::min(text.size(), end + kAround);
  while (from > 0 && text[from] != ' ' && text[from] != '\n') --from;
  while (to < text.size() && text[to] != ' ' && text[to] != '\n') ++to;
  std::string quoted = ReplaceInvalidUtf8(TrimAsciiSpace(text.substr(from, to - from)));
  std::replace(quoted.begin(), quoted.end(), '\n', ' ');
  return quoted;
}

void FindPhrase(const Phrase& phrase, std::string_view text, std::vector<Passage>* out) {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  const re2::RE2 pattern(std::string("(") + phrase.pattern + ")", options);
  re2::StringPiece rest(text.data(), text.size());
  re2::StringPiece match;
  constexpr size_t kMostOfOne = 4;
  for (size_t i = 0; i < kMostOfOne && re2::RE2::FindAndConsume(&rest, pattern, &match); ++i) {
    const size_t begin = static_cast<size_t>(match.data() - text.data());
    out->push_back({phrase.hint, Surrounded(text, begin, begin + match.size()), phrase.weight});
  }
}

// "10^{-6}", "1e-6", "10⁻⁶", "0.000001" near a word about errors.
std::optional<double> FindTolerance(std::string_view text) {
  re2::RE2::Options options;
  options.set_case_sensitive(false);
  static const re2::RE2 kPower(
      R"((?:10\s*(?:\^|\*\*)\s*\{?\s*(?:-|−|–)\s*|\b1(?:\.0+)?e-|10\s*<sup>\s*(?:-|−|–)\s*)(\d{1,2}))",
      options);
  static const re2::RE2 kDecimal(R"(\b(0\.0+1)\b)", options);
  std::optional<double> smallest;
  const auto note = [&](double value) {
    if (value > 0 && value < 1 && (!smallest || value < *smallest)) smallest = value;
  };
  re2::StringPiece rest(text.data(), text.size());
  int exponent = 0;
  while (re2::RE2::FindAndConsume(&rest, kPower, &exponent)) note(std::pow(10, -exponent));
  std::string digits;
  rest = re2::StringPiece(text.data(), text.size());
  while (re2::RE2::FindAndConsume(&rest, kDecimal, &digits)) {
    note(std::strtod(digits.c_str(), nullptr));
  }
  return smallest;
}

}  // namespace

double StatementHints::WeightOf(Hint hint) const {
  double weight = 0;
  for (const Passage& passage : passages) {
    if (passage.hint == hint) weight = std::max(weight, passage.weight);
  }
  return weight;
}

StatementHints ReadStatement(std::string_view statement) {
  StatementHints hints;
  for (const Phrase& phrase : kPhrases) FindPhrase(phrase, statement, &hints.passages);
  // The tolerance is looked for in the passages about one, as a bound on inputs may look the same.
  for (const Passage& passage : hints.passages) {
    if (passage.hint != Hint::kTolerance) continue;
    const std::optional<double> found = FindTolerance(passage.text);
    if (found && (!hints.tolerance || *found < *hints.tolerance)) hints.tolerance = found;
  }
  return hints;
}

}  // namespace assay::synth
