// A map: each change is a function from the output to a text, below in the order of the enum;
// MutateOutput at the end lists them.

#include "lab/mutate/outputs/output_mutants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/dice/mix.h"
#include "base/enum_names.h"
#include "base/text.h"
#include "lab/mutate/outputs/tokens.h"
#include "text/number.h"

namespace assay::mutate {
namespace {

constexpr auto kChangeNames = MakeEnumNames<OutputChange>({
    {OutputChange::kWhiteSpace, "white_space"},
    {OutputChange::kFloatInside, "float_inside"},
    {OutputChange::kEmpty, "empty"},
    {OutputChange::kGarbage, "garbage"},
    {OutputChange::kHuge, "huge"},
    {OutputChange::kHollow, "hollow"},
    {OutputChange::kTruncated, "truncated"},
    {OutputChange::kExtended, "extended"},
    {OutputChange::kOffByOne, "off_by_one"},
    {OutputChange::kAllOffByOne, "all_off_by_one"},
    {OutputChange::kOtherNumber, "other_number"},
    {OutputChange::kSwappedLines, "swapped_lines"},
    {OutputChange::kSwappedTokens, "swapped_tokens"},
    {OutputChange::kReversedLines, "reversed_lines"},
    {OutputChange::kRepeatedToken, "repeated_token"},
    {OutputChange::kDroppedToken, "dropped_token"},
    {OutputChange::kFlippedWord, "flipped_word"},
    {OutputChange::kCase, "case"},
    {OutputChange::kFloatOutside, "float_outside"},
    {OutputChange::kEcho, "echo"},
    {OutputChange::kSample, "sample"},
    {OutputChange::kOtherTest, "other_test"},
});
static_assert(kChangeNames.IsWholeUpTo(OutputChange::kOtherTest));

std::string Join(const Tokens& split, const std::vector<std::string>& tokens) {
  std::string text;
  for (size_t i = 0; i < tokens.size(); ++i) text.append(split.spaces[i]).append(tokens[i]);
  return text.append(split.spaces.back());
}

std::vector<std::string> Copies(const Tokens& split) {
  return {split.tokens.begin(), split.tokens.end()};
}

// A decimal with a point or an exponent.
std::optional<double> AsDecimal(std::string_view token) {
  const auto value = NumberIn<double>(token);
  return value && std::isfinite(*value) && !NumberIn<int64_t>(token) ? value : std::nullopt;
}

std::vector<size_t> IntegerPlaces(const Tokens& split) {
  std::vector<size_t> places;
  for (size_t i = 0; i < split.tokens.size(); ++i) {
    if (NumberIn<int64_t>(split.tokens[i])) places.push_back(i);
  }
  return places;
}

std::string Moved(int64_t value, int64_t by) {
  // What would leave the type moves the other way.
  int64_t moved = 0;
  if (__builtin_add_overflow(value, by, &moved)) moved = value - by;
  return std::to_string(moved);
}

std::string WhiteSpace(std::string_view output) {
  std::string text;
  for (const std::string_view line : SplitLines(output)) text.append(line).append(" \n");
  return text.append("\n");
}

// Each decimal moved by `factor` tolerances, relative to its size where that is more than 1: a
// tolerance that is either absolute or relative is kept, or left, by both.
std::string MoveDecimals(const Tokens& split, double tolerance, double factor) {
  std::vector<std::string> tokens = Copies(split);
  for (std::string& token : tokens) {
    const std::optional<double> value = AsDecimal(token);
    if (!value) continue;
    const double unit =
        factor > 1 ? std::max(1.0, std::abs(*value)) : std::min(1.0, std::abs(*value));
    std::array<char, 400> digits;
    const auto [end, fault] =
        std::to_chars(digits.data(), digits.data() + digits.size(),
                      *value + tolerance * factor * unit, std::chars_format::fixed, 15);
    if (fault == std::errc()) token.assign(digits.data(), end);
  }
  return Join(split, tokens);
}

std::string Garbage(Dice* dice) {
  std::string text("\x00\xFF\xFE%s%n\x1B[2J", 11);
  for (int i = 0; i < 200; ++i) text.push_back(static_cast<char>(128 + dice->Below(128)));
  return text.append("\n");
}

std::string Hollow(const Tokens& split) {
  std::vector<std::string> tokens = Copies(split);
  for (std::string& token : tokens) token = "?";
  return Join(split, tokens);
}

std::string Truncated(const Tokens& split) {
  std::string text;
  for (size_t i = 0; i < split.tokens.size() / 2; ++i) {
    text.append(split.spaces[i]).append(split.tokens[i]);
  }
  return text.append("\n");
}

std::string Extended(const Tokens& split) {
  std::vector<std::string> tokens = Copies(split);
  tokens.back().append(" ").append(split.tokens.back());
  return Join(split, tokens);
}

std::string OffByOne(const Tokens& split, const std::vector<size_t>& places, Dice* dice) {
  std::vector<std::string> tokens = Copies(split);
  const size_t place = places[dice->Below(places.size())];
  tokens[place] = Moved(*NumberIn<int64_t>(tokens[place]), dice->Below(2) == 0 ? 1 : -1);
  return Join(split, tokens);
}

std::string AllOffByOne(const Tokens& split, const std::vector<size_t>& places, Dice* dice) {
  std::vector<std::string> tokens = Copies(split);
  const int64_t by = dice->Below(2) == 0 ? 1 : -1;
  for (const size_t place : places) tokens[place] = Moved(*NumberIn<int64_t>(tokens[place]), by);
  return Join(split, tokens);
}

std::string OtherNumber(const Tokens& split, const std::vector<size_t>& places, Dice* dice) {
  std::vector<std::string> tokens = Copies(split);
  const size_t place = places[dice->Below(places.size())];
  tokens[place] =
      Moved(*NumberIn<int64_t>(tokens[place]), 1000 + static_cast<int64_t>(dice->Below(1000)));
  return Join(split, tokens);
}

std::string SwappedLines(std::vector<std::string_view> lines, Dice* dice) {
  const size_t first = dice->Below(lines.size() - 1);
  std::swap(lines[first], lines[first + 1]);
  return JoinLines(lines);
}

std::string SwappedTokens(const Tokens& split, Dice* dice) {
  std::vector<std::string> tokens = Copies(split);
  const size_t first = dice->Below(tokens.size() - 1);
  std::swap(tokens[first], tokens[first + 1]);
  return Join(split, tokens);
}

std::string RepeatedToken(const Tokens& split, Dice* dice) {
  std::vector<std::string> tokens = Copies(split);
  const size_t first = dice->Below(tokens.size() - 1);
  tokens[first + 1] = tokens[first];
  return Join(split, tokens);
}

std::string DroppedToken(const Tokens& split, Dice* dice) {
  std::vector<std::string> tokens = Copies(split);
  tokens[dice->Below(tokens.size())].clear();
  return Join(split, tokens);
}

// "YES" for "NO", in the letters' case that the word has.
std::optional<std::string> OtherWord(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPairs = {
      {{"yes", "no"},
       {"true", "false"},
       {"possible", "impossible"},
       {"first", "second"},
       {"win", "lose"}}};
  const std::string lower = AsciiLower(word);
  for (const auto& [a, b] : kPairs) {
    if (lower != a && lower != b) continue;
    std::string other(lower == a ? b : a);
    const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const bool all = word.size() > 1 && upper(word[1]);
    for (size_t i = 0; i < other.size(); ++i) {
      if (all || (i == 0 && upper(word[0]))) other[i] = static_cast<char>(other[i] - 32);
    }
    return other;
  }
  return std::nullopt;
}

std::string FlippedWord(const Tokens& split) {
  std::vector<std::string> tokens = Copies(split);
  for (std::string& token : tokens) {
    const std::optional<std::string> other = OtherWord(token);
    if (!other) continue;
    token = *other;
    break;
  }
  return Join(split, tokens);
}

std::string OtherCase(std::string_view output) {
  std::string text(output);
  for (char& c : text) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) c = static_cast<char>(c ^ 32);
  }
  return text;
}

// Another answer than the test's own among `others`; empty: there is none.
std::string_view AnotherAnswer(std::string_view output, const std::vector<std::string_view>& others,
                               Dice* dice) {
  if (others.empty()) return {};
  const size_t first = dice->Below(others.size());
  for (size_t i = 0; i < others.size(); ++i) {
    const std::string_view other = others[(first + i) % others.size()];
    if (!SameTokensInAnyCase(other, output)) return other;
  }
  return {};
}

}  // namespace

std::string_view ToString(OutputChange change) {
  return kChangeNames.NameOf(change);
}

Relation RelationOf(OutputChange change) {
  switch (change) {
    case OutputChange::kWhiteSpace:
    case OutputChange::kFloatInside: return Relation::kSameAnswer;
    case OutputChange::kEmpty:
    case OutputChange::kGarbage:
    case OutputChange::kHuge:
    case OutputChange::kHollow: return Relation::kNoAnswer;
    default: return Relation::kOtherAnswer;
  }
}

OutputMutant HugeOutput() {
  constexpr std::string_view kPiece = "-9?";
  OutputMutant mutant{OutputChange::kHuge, {}};
  mutant.text.reserve(kHugeBytes + kPiece.size());
  while (mutant.text.size() < kHugeBytes) mutant.text.append(kPiece);
  mutant.text.back() = '\n';
  return mutant;
}

std::vector<OutputMutant> MutateOutput(std::string_view output, const OutputSurroundings& around,
                                       uint64_t seed) {
  const Tokens split = SplitTokens(output);
  const std::vector<std::string_view> lines = SplitLines(output);
  const std::vector<size_t> integers = IntegerPlaces(split);
  std::vector<OutputMutant> mutants;
  Dice dice(seed);
  const auto add = [&](OutputChange change, std::string text) {
    const bool other = RelationOf(change) == Relation::kOtherAnswer;
    // Another answer has other tokens; the same written otherwise has other bytes.
    const bool changed = other ? !SameTokens(text, output) : text != output;
    if (changed) mutants.push_back({change, std::move(text)});
  };

  add(OutputChange::kGarbage, Garbage(&dice));
  if (split.tokens.empty()) {
    if (!around.input.empty()) add(OutputChange::kEcho, std::string(around.input));
    return mutants;
  }
  add(OutputChange::kWhiteSpace, WhiteSpace(output));
  add(OutputChange::kEmpty, "");
  // A question mark or a few may be an answer of some problem; a number is none of them.
  if (!integers.empty() || std::any_of(split.tokens.begin(), split.tokens.end(),
                                       [](auto token) { return AsDecimal(token).has_value(); })) {
    add(OutputChange::kHollow, Hollow(split));
  }
  if (split.tokens.size() > 1) {
    add(OutputChange::kTruncated, Truncated(split));
    add(OutputChange::kSwappedTokens, SwappedTokens(split, &dice));
    add(OutputChange::kRepeatedToken, RepeatedToken(split, &dice));
    add(OutputChange::kDroppedToken, DroppedToken(split, &dice));
  }
  add(OutputChange::kExtended, Extended(split));
  if (!integers.empty()) {
    add(OutputChange::kOffByOne, OffByOne(split, integers, &dice));
    add(OutputChange::kAllOffByOne, AllOffByOne(split, integers, &dice));
    add(OutputChange::kOtherNumber, OtherNumber(split, integers, &dice));
  }
  if (lines.size() > 1) {
    add(OutputChange::kSwappedLines, SwappedLines(lines, &dice));
    add(OutputChange::kReversedLines, JoinLines({lines.rbegin(), lines.rend()}));
  }
  add(OutputChange::kFlippedWord, FlippedWord(split));
  add(OutputChange::kCase, OtherCase(output));
  if (around.tolerance) {
    constexpr double kInside = 0.1;
    constexpr double kOutside = 100;
    add(OutputChange::kFloatInside, MoveDecimals(split, *around.tolerance, kInside));
    add(OutputChange::kFloatOutside, MoveDecimals(split, *around.tolerance, kOutside));
  }
  if (!around.input.empty()) add(OutputChange::kEcho, std::string(around.input));
  if (!around.sample.empty()) add(OutputChange::kSample, std::string(around.sample));
  const std::string_view other = AnotherAnswer(output, around.other_answers, &dice);
  if (!other.empty()) add(OutputChange::kOtherTest, std::string(other));
  return mutants;
}

}  // namespace assay::mutate
