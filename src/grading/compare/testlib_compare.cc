// A map: Judge, one comparison under way, and the shapes that several checkers share; how numbers
// and words are the same; Judge::Run, one line for each checker; CompareTestlib at the end is the
// entry.

#include "grading/compare/testlib_compare.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/check.h"
#include "grading/compare/number.h"
#include "grading/compare/testlib_reader.h"
#include "grading/compare/token_compare.h"

namespace assay {
namespace {

// One comparison under way. Reads happen in the checkers' order, since the first that fails decides
// whose fault it is.
class Judge {
 public:
  Judge(std::string_view expected, std::string_view actual) : answer_(expected), output_(actual) {
    output_.SkipByteOrderMark();
  }

  TestlibOutcome Run(TestlibChecker checker);

 private:
  TestlibOutcome Ends(Match match) const { return {match, answer_.last_at(), output_.last_at()}; }
  TestlibOutcome Wrong() const { return Ends(Match::kDifferent); }
  TestlibOutcome Unreadable() const { return Ends(Match::kUnreadable); }
  TestlibOutcome BadAnswer() const { return Ends(Match::kBadExpectation); }
  // Accepted, unless something is left of the output.
  TestlibOutcome Accepted() {
    if (output_.SeekEnd()) return {};
    return {Match::kUnreadable, NextAt(answer_), NextAt(output_)};
  }

  // One value on each side; whatever follows the answer's is not looked at.
  template <typename Read, typename Same>
  TestlibOutcome One(Read read, Same same) {
    const auto wanted = read(answer_);
    if (!wanted) return BadAnswer();
    const auto got = read(output_);
    if (!got) return Unreadable();
    return same(*wanted, *got) ? Accepted() : Wrong();
  }

  // As many values as the answer has.
  template <typename Same>
  TestlibOutcome Reals(Same same) {
    while (!answer_.SeekEnd()) {
      const auto wanted = answer_.Real();
      if (!wanted) return BadAnswer();
      const auto got = output_.Real();
      if (!got) return Unreadable();
      if (!same(*wanted, *got)) return Wrong();
    }
    return Accepted();
  }

  // Values as long as both have some, then a look at what is left.
  template <typename Read, typename Same>
  TestlibOutcome Sequence(Read read, Same same) {
    while (!answer_.SeekEnd() && !output_.SeekEnd()) {
      const auto wanted = read(answer_);
      if (!wanted) return BadAnswer();
      const auto got = read(output_);
      if (!got) return Unreadable();
      const Match match = same(*wanted, *got);
      if (match != Match::kEqual) return Ends(match);
    }
    const bool missing = !answer_.SeekEnd();
    const bool extra = !output_.SeekEnd();
    const TestlibOutcome wrong{Match::kDifferent, NextAt(answer_), NextAt(output_)};
    while (!answer_.SeekEnd()) {
      if (!read(answer_)) return BadAnswer();
    }
    while (!output_.SeekEnd()) {
      if (!read(output_)) return Unreadable();
    }
    return missing || extra ? wrong : Accepted();
  }
  static size_t NextAt(TestlibReader reader) {
    reader.Token();
    return reader.last_at();
  }

  template <typename Same>
  TestlibOutcome Lines(Same same) {
    while (!answer_.AtEnd()) {
      const std::string wanted = answer_.Line();
      if (wanted.empty() && answer_.AtEnd()) break;
      if (!same(wanted, output_.Line())) return Wrong();
    }
    return Accepted();
  }

  TestlibOutcome HugeInteger();
  TestlibOutcome Unordered();
  TestlibOutcome NumberedIntegers();
  template <typename T, typename Convert>
  TestlibOutcome NumberedSequences(Convert convert);

  TestlibReader answer_;
  TestlibReader output_;
};

// As testlib compares doubles: absolute or relative error; beyond 1e300 all is one infinity.
bool Close(double expected, double actual, double error) {
  constexpr double kInfinite = 1e300;
  error += 1e-15;
  if (std::fabs(expected) > kInfinite) {
    return std::fabs(actual) > kInfinite && (expected > 0) == (actual > 0);
  }
  if (std::fabs(actual) > kInfinite) return false;
  if (std::fabs(actual - expected) <= error) return true;
  const auto [low, high] = std::minmax({expected * (1.0 - error), expected * (1.0 + error)});
  return actual >= low && actual <= high;
}

auto CloseBy(double error) {
  return [error](double expected, double actual) { return Close(expected, actual, error); };
}

// Absolute error alone. Two infinities are as far apart as nothing is.
auto NearBy(double error) {
  return [error](double expected, double actual) {
    return !(std::fabs(expected - actual) > error + 1e-15);
  };
}

Match MatchOf(bool same) {
  return same ? Match::kEqual : Match::kDifferent;
}

std::optional<int64_t> Int32(TestlibReader& reader) {
  const auto value = reader.Integer();
  const bool fits = value && *value >= std::numeric_limits<int32_t>::min() &&
                    *value <= std::numeric_limits<int32_t>::max();
  return fits ? value : std::nullopt;
}
std::optional<int64_t> Int64(TestlibReader& reader) {
  return reader.Integer();
}
std::optional<double> Real(TestlibReader& reader) {
  return reader.Real();
}
std::optional<std::string_view> Word(TestlibReader& reader) {
  return reader.Token();
}

bool IsYesOrNo(std::string_view word) {
  return EqualIgnoringAsciiCase(word, "yes") || EqualIgnoringAsciiCase(word, "no");
}

Match SameYesNo(std::string_view expected, std::string_view actual) {
  if (!IsYesOrNo(expected)) return Match::kBadExpectation;
  if (!IsYesOrNo(actual)) return Match::kUnreadable;
  return MatchOf(EqualIgnoringAsciiCase(expected, actual));
}

bool IsCanonicalInteger(std::string_view word) {
  const std::string_view digits = word.substr(!word.empty() && word[0] == '-' ? 1 : 0);
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), IsDigit)) return false;
  return digits[0] != '0' || word == "0";
}

// The tokens of two lines, between white space of any kind.
bool SameWords(std::string_view expected, std::string_view actual) {
  const TokenRules rules{.lines = false, .numbers = false};
  return !CompareTokens(rules, TrimTrailingSpace(expected), TrimTrailingSpace(actual)).found;
}

TestlibOutcome Judge::HugeInteger() {
  const auto wanted = answer_.Token();
  if (!wanted) return BadAnswer();
  const auto got = output_.Token();
  if (!got) return Unreadable();
  if (!IsCanonicalInteger(*wanted) || !answer_.SeekEnd()) return BadAnswer();
  if (!IsCanonicalInteger(*got)) return Unreadable();
  return *wanted == *got ? Accepted() : Wrong();
}

TestlibOutcome Judge::Unordered() {
  struct Number {
    int64_t value;
    size_t at;
  };
  std::vector<Number> wanted, got;
  while (!answer_.SeekEnd()) {
    const auto value = answer_.Integer();
    if (!value) return BadAnswer();
    wanted.push_back({*value, answer_.last_at()});
  }
  while (!output_.SeekEnd()) {
    const auto value = output_.Integer();
    if (!value) return Unreadable();
    // All are read, as one that is no number decides, but one too many is enough to keep.
    if (got.size() <= wanted.size()) got.push_back({*value, output_.last_at()});
  }
  const auto less = [](const Number& a, const Number& b) { return a.value < b.value; };
  const auto same = [](const Number& a, const Number& b) { return a.value == b.value; };
  std::stable_sort(wanted.begin(), wanted.end(), less);
  std::stable_sort(got.begin(), got.end(), less);
  const auto [w, g] = std::mismatch(wanted.begin(), wanted.end(), got.begin(), got.end(), same);
  if (w == wanted.end() && g == got.end()) return Accepted();
  return {Match::kDifferent, w == wanted.end() ? NextAt(answer_) : w->at,
          g == got.end() ? NextAt(output_) : g->at};
}

bool ReadsHeader(TestlibReader& reader, size_t number, bool word_read) {
  if (!word_read && reader.Token() != "Case") return false;
  return reader.Token() == std::to_string(number) + ":";
}

// "Case 1: 5" and so on, one number each.
TestlibOutcome Judge::NumberedIntegers() {
  const auto read = [](TestlibReader& reader, std::vector<int64_t>* values) {
    while (!reader.SeekEnd()) {
      if (!ReadsHeader(reader, values->size() + 1, false)) return false;
      const auto value = reader.Integer();
      if (!value) return false;
      values->push_back(*value);
    }
    return true;
  };
  std::vector<int64_t> wanted, got;
  if (!read(answer_, &wanted)) return BadAnswer();
  if (!read(output_, &got)) return Unreadable();
  const size_t common = std::min(wanted.size(), got.size());
  if (!std::equal(wanted.begin(), wanted.begin() + static_cast<ptrdiff_t>(common), got.begin())) {
    return Wrong();
  }
  return wanted.size() == got.size() ? Accepted() : Unreadable();
}

// "Case 1: 5 6 7" and so on. The word that opens the next case is read with the one before it.
template <typename T, typename Convert>
TestlibOutcome Judge::NumberedSequences(Convert convert) {
  // Keeps the first `most` of the values it reads.
  const auto read = [&](TestlibReader& reader, size_t number, bool* word_read, size_t most,
                        std::vector<T>* values) {
    if (!ReadsHeader(reader, number, *word_read)) return false;
    while (!reader.SeekEnd()) {
      const auto token = reader.Token();
      if (*token == "Case") {
        *word_read = true;
        break;
      }
      const auto value = convert(*token);
      if (!value) return false;
      if (values->size() < most) values->push_back(*value);
    }
    return true;
  };
  constexpr size_t kAll = std::numeric_limits<size_t>::max();
  bool answer_word = false, output_word = false;
  for (size_t number = 1; !answer_.SeekEnd(); ++number) {
    std::vector<T> wanted, got;
    if (!read(answer_, number, &answer_word, kAll, &wanted)) return BadAnswer();
    if (!read(output_, number, &output_word, wanted.size() + 1, &got)) return Unreadable();
    if (wanted != got) return Wrong();
  }
  return Accepted();
}

TestlibOutcome Judge::Run(TestlibChecker checker) {
  const auto same = [](const auto& a, const auto& b) { return a == b; };
  const auto match = [](const auto& a, const auto& b) { return MatchOf(a == b); };
  switch (checker) {
    case TestlibChecker::kAcmp:
    case TestlibChecker::kRcmp: return One(Real, NearBy(1.5e-6));
    case TestlibChecker::kRncmp: return Reals(NearBy(1.5e-5));
    case TestlibChecker::kDcmp: return One(Real, CloseBy(1e-6));
    case TestlibChecker::kRcmp4: return Reals(CloseBy(1e-4));
    case TestlibChecker::kRcmp6: return Reals(CloseBy(1e-6));
    case TestlibChecker::kRcmp9: return Reals(CloseBy(1e-9));
    case TestlibChecker::kIcmp: return One(Int32, same);
    case TestlibChecker::kHcmp: return HugeInteger();
    case TestlibChecker::kNcmp: return Sequence(Int64, match);
    case TestlibChecker::kUncmp: return Unordered();
    case TestlibChecker::kWcmp: return Sequence(Word, match);
    case TestlibChecker::kNyesno: return Sequence(Word, SameYesNo);
    case TestlibChecker::kYesno: {
      const auto wanted = answer_.Token();
      if (!wanted) return BadAnswer();
      const auto got = output_.Token();
      if (!got) return Unreadable();
      const Match found = SameYesNo(*wanted, *got);
      return found == Match::kEqual ? Accepted() : Ends(found);
    }
    case TestlibChecker::kFcmp: return Lines(same);
    case TestlibChecker::kLcmp: return Lines(SameWords);
    case TestlibChecker::kCaseIcmp: return NumberedIntegers();
    case TestlibChecker::kCaseNcmp: return NumberedSequences<int64_t>(TestlibInteger);
    case TestlibChecker::kCaseWcmp:
      return NumberedSequences<std::string_view>(
          [](std::string_view token) { return std::optional(token); });
  }
  ASSAY_CHECK(false);
}

}  // namespace

TestlibOutcome CompareTestlib(TestlibChecker checker, std::string_view expected,
                              std::string_view actual) {
  return Judge(expected, actual).Run(checker);
}

}  // namespace assay
