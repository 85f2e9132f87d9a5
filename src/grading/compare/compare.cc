#include "grading/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "grading/compare/icpc_compare.h"
#include "grading/compare/number.h"
#include "grading/compare/peer_compare.h"
#include "grading/compare/python_judges.h"
#include "grading/compare/python_text.h"
#include "grading/compare/testlib_compare.h"
#include "grading/compare/token_compare.h"
#include "text/excerpt.h"
#include "text/utf8.h"

namespace assay {
namespace {

// The token at a place, or the line end if that is what stands there.
std::string_view TokenAt(std::string_view text, size_t at) {
  size_t end = at;
  if (at < text.size() && text[at] == '\n') return text.substr(at, 1);
  while (end < text.size() && !IsSpace(text[end]) && end - at <= kExcerptBytes) ++end;
  return text.substr(at, end - at);
}

std::string_view LineAt(std::string_view text, size_t at) {
  return text.substr(at, text.find('\n', at) - at);
}

// Whether both texts hold the same tokens, so that only white space tells them apart.
bool SameTokens(std::string_view expected, std::string_view actual) {
  const TokenRules rules{.lines = false, .numbers = false};
  return !CompareTokens(rules, TrimTrailingSpace(expected), TrimTrailingSpace(actual)).found;
}

CompareResult Different(std::string_view expected, std::string_view actual, size_t expected_at) {
  CompareResult result;
  result.match = SameTokens(expected, actual) ? Match::kLayoutDiffers : Match::kDifferent;
  const std::string_view before = expected.substr(0, expected_at);
  result.line = 1 + std::count(before.begin(), before.end(), '\n');
  return result;
}

CompareResult TokenDifference(std::string_view expected, std::string_view actual,
                              const Divergence& divergence) {
  CompareResult result = Different(expected, actual, divergence.expected_at);
  const size_t line_start = expected.substr(0, divergence.expected_at).rfind('\n') + 1;
  result.token = 1;
  for (size_t at = line_start; at < divergence.expected_at; ++at) {
    const bool ends = at + 1 == expected.size() || IsSpace(expected[at + 1]);
    if (ends && !IsSpace(expected[at])) ++result.token;
  }
  result.expected = Excerpt(TokenAt(expected, divergence.expected_at));
  result.actual = Excerpt(TokenAt(actual, divergence.actual_at));
  return result;
}

// From a little before the difference, when that is beyond what an excerpt shows.
std::string ExcerptNear(std::string_view line, size_t difference) {
  constexpr size_t kBefore = 20;
  if (difference + kBefore < kExcerptBytes) return Excerpt(line);
  size_t begin = difference - kBefore;
  while (begin < difference && IsUtf8Continuation(line[begin])) ++begin;  // not within a character
  return "…" + Excerpt(line.substr(begin));
}

CompareResult LineDifference(std::string_view expected, std::string_view actual,
                             const Divergence& divergence) {
  CompareResult result = Different(expected, actual, divergence.expected_at);
  std::string_view wanted = LineAt(expected, divergence.expected_at);
  std::string_view got = LineAt(actual, divergence.actual_at);
  if (wanted == got) {  // they differ in having an end
    wanted = expected.substr(divergence.expected_at, wanted.size() + 1);
    got = actual.substr(divergence.actual_at, got.size() + 1);
  }
  const size_t same = CommonPrefix(wanted, got);
  result.expected = ExcerptNear(wanted, same);
  result.actual = ExcerptNear(got, same);
  return result;
}

CompareResult ByTokens(const TokenRules& rules, std::string_view expected,
                       std::string_view actual) {
  expected = TrimTrailingSpace(expected);
  actual = TrimTrailingSpace(actual);
  const Divergence divergence = CompareTokens(rules, expected, actual);
  if (!divergence.found) return {};
  return TokenDifference(expected, actual, divergence);
}

CompareResult ByLines(std::string_view expected, std::string_view actual) {
  expected = TrimTrailingSpace(expected);
  actual = TrimTrailingSpace(actual);
  size_t e = 0, a = 0;  // both always at the start of a line
  while (true) {
    size_t same = CommonPrefix(expected.substr(e), actual.substr(a));
    if (e + same == expected.size() && a + same == actual.size()) return {};
    while (same > 0 && expected[e + same - 1] != '\n') --same;
    e += same;
    a += same;
    const std::string_view expected_line = LineAt(expected, e);
    const std::string_view actual_line = LineAt(actual, a);
    const bool expected_over = e + expected_line.size() == expected.size();
    const bool actual_over = a + actual_line.size() == actual.size();
    if (TrimTrailingSpace(expected_line) != TrimTrailingSpace(actual_line)) {
      return LineDifference(expected, actual, {true, e, a});
    }
    if (expected_over && actual_over) return {};
    e = std::min(e + expected_line.size() + 1, expected.size());
    a = std::min(a + actual_line.size() + 1, actual.size());
    if (expected_over || actual_over) {  // one goes on with another line
      CompareResult result = LineDifference(expected, actual, {true, e, a});
      if (expected_over) ++result.line;
      return result;
    }
  }
}

// An output of more lines than its expectation is not equal to it; so many more are still looked
// at, for the smallest one that is too much.
constexpr size_t kMoreLines = 1 << 16;

// Of the first `most` lines.
std::vector<std::string_view> SortedLines(std::string_view text, size_t most) {
  std::vector<std::string_view> lines;
  text = TrimTrailingSpace(text);
  for (size_t at = 0; !text.empty() && lines.size() < most;) {
    const std::string_view line = LineAt(text, at);
    lines.push_back(TrimTrailingSpace(line));
    at += line.size() + 1;
    if (at > text.size()) break;
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

// There is no first difference in an unordered text: reported are the smallest line that is missing
// and the smallest that is too much, without a place.
CompareResult ByUnorderedLines(std::string_view expected, std::string_view actual) {
  const auto wanted = SortedLines(expected, expected.size());
  const auto got = SortedLines(actual, wanted.size() + kMoreLines);
  const auto [e, a] = std::mismatch(wanted.begin(), wanted.end(), got.begin(), got.end());
  if (e == wanted.end() && a == got.end()) return {};
  CompareResult result;
  result.match = SameTokens(expected, actual) ? Match::kLayoutDiffers : Match::kDifferent;
  if (e != wanted.end()) result.expected = Excerpt(*e);
  if (a != got.end()) result.actual = Excerpt(*a);
  return result;
}

CompareResult ByBytes(std::string_view expected, std::string_view actual) {
  if (expected == actual) return {};
  const size_t same = CommonPrefix(expected, actual);
  const size_t line_start = expected.substr(0, same).rfind('\n') + 1;
  return LineDifference(expected, actual, {true, line_start, line_start});
}

std::string_view FirstToken(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && IsSpace(text[at])) ++at;
  return TokenAt(text, at);
}

CompareResult ByYesNo(std::string_view expected, std::string_view actual) {
  const std::string_view wanted = FirstToken(expected);
  const std::string_view got = FirstToken(actual);
  CompareResult result;
  if (!EqualIgnoringAsciiCase(wanted, "yes") && !EqualIgnoringAsciiCase(wanted, "no")) {
    result.match = Match::kBadExpectation;
  } else if (!EqualIgnoringAsciiCase(wanted, got)) {
    result.match = Match::kDifferent;
  } else {
    return result;
  }
  result.line = result.token = 1;
  result.expected = Excerpt(wanted);
  result.actual = Excerpt(got);
  return result;
}

CompareResult ByDefault(const Comparison& comparison, std::string_view expected,
                        std::string_view actual) {
  switch (comparison.profile) {
    case Profile::kAssay:
      return ByTokens(
          {.absolute = comparison.absolute_tolerance, .relative = comparison.relative_tolerance},
          expected, actual);
    case Profile::kCompat:
      return ByTokens({.fold_case = true, .relative = 1e-5, .peer_tolerance = true},
                      PythonStrip(expected), PythonStrip(actual));
    case Profile::kScaleBox:
    case Profile::kSandboxFusion: {
      const bool count = comparison.profile == Profile::kSandboxFusion;
      const Divergence divergence = CompareLikePeers(expected, actual, count);
      if (!divergence.found) return {};
      return LineDifference(expected, actual, divergence);
    }
    case Profile::kLiveCodeBench:
    case Profile::kVerlPrime: {
      const bool verl = comparison.profile == Profile::kVerlPrime;
      const Divergence divergence = verl ? CompareLikeVerlPrime(expected, actual)
                                         : CompareLikeLiveCodeBench(expected, actual);
      if (!divergence.found) return {};
      return LineDifference(expected, actual, divergence);
    }
  }
  ASSAY_CHECK(false);
}

CompareResult ByTestlib(TestlibChecker checker, std::string_view expected,
                        std::string_view actual) {
  const TestlibOutcome outcome = CompareTestlib(checker, expected, actual);
  if (outcome.match == Match::kEqual) return {};
  const bool by_lines = checker == TestlibChecker::kFcmp || checker == TestlibChecker::kLcmp;
  const Divergence place{true, outcome.expected_at, outcome.actual_at};
  CompareResult result =
      by_lines ? LineDifference(expected, actual, place) : TokenDifference(expected, actual, place);
  result.match = outcome.match;
  return result;
}

}  // namespace

CompareResult Compare(const Comparison& comparison, std::string_view expected,
                      std::string_view actual) {
  const TokenRules exact{.lines = false, .numbers = false};
  const TokenRules with_tolerance{.lines = false,
                                  .absolute = comparison.absolute_tolerance,
                                  .relative = comparison.relative_tolerance};
  switch (comparison.mode) {
    case CompareMode::kDefault: return ByDefault(comparison, expected, actual);
    case CompareMode::kExact: return ByBytes(expected, actual);
    case CompareMode::kLines: return ByLines(expected, actual);
    case CompareMode::kTokens: return ByTokens(exact, expected, actual);
    case CompareMode::kFloat: return ByTokens(with_tolerance, expected, actual);
    case CompareMode::kYesNo: return ByYesNo(expected, actual);
    case CompareMode::kUnorderedLines: return ByUnorderedLines(expected, actual);
    case CompareMode::kIcpc: {
      const Divergence divergence = CompareIcpc(comparison.icpc, expected, actual);
      if (!divergence.found) return {};
      return TokenDifference(expected, actual, divergence);
    }
    case CompareMode::kTestlib: return ByTestlib(comparison.testlib, expected, actual);
  }
  ASSAY_CHECK(false);
}

std::string CompareResult::ToString() const {
  if (equal()) return "";
  std::string place;
  if (line > 0) place = fmt::format("line {}", line);
  if (token > 0) place += fmt::format(", token {}", token);
  if (!place.empty()) place += ": ";
  if (match == Match::kBadExpectation) {
    return fmt::format("{}the expected output `{}` does not fit the mode", place, expected);
  }
  return fmt::format("{}expected {}, got {}", place,
                     expected.empty() ? "nothing" : "`" + expected + "`",
                     actual.empty() ? "nothing" : "`" + actual + "`");
}

}  // namespace assay
