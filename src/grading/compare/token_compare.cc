#include "grading/compare/token_compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "grading/compare/number.h"

namespace assay {
namespace {

bool WithinTolerance(const TokenRules& rules, double expected, double actual) {
  const double distance = std::fabs(actual - expected);
  if (rules.peer_tolerance) {
    return distance / std::max(std::fabs(expected), 1e-10) < rules.relative;
  }
  return distance <= rules.absolute || distance <= rules.relative * std::fabs(expected);
}

bool EqualNumbers(const TokenRules& rules, std::string_view expected, std::string_view actual) {
  if (FormOf(expected) != NumberForm::kNonInteger) {
    return IsNonFiniteWord(expected) && EqualIgnoringAsciiCase(expected, actual);
  }
  if (FormOf(actual) == NumberForm::kNone) return false;
  const double wanted = DecimalValue(expected);
  const double got = DecimalValue(actual);
  return std::isfinite(wanted) && std::isfinite(got) && WithinTolerance(rules, wanted, got);
}

bool EqualTokens(const TokenRules& rules, std::string_view expected, std::string_view actual) {
  if (expected == actual) return true;
  if (rules.fold_case && EqualIgnoringAsciiCase(expected, actual)) return true;
  return rules.numbers && EqualNumbers(rules, expected, actual);
}

size_t TokenEnd(std::string_view text, size_t at) {
  while (at < text.size() && !IsSpace(text[at])) ++at;
  return at;
}

size_t SkipSpace(std::string_view text, size_t at, bool stop_at_line_end) {
  while (at < text.size() && (stop_at_line_end ? IsBlank(text[at]) : IsSpace(text[at]))) ++at;
  return at;
}

}  // namespace

std::string_view TrimTrailingSpace(std::string_view text) {
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

size_t CommonPrefix(std::string_view a, std::string_view b) {
  const size_t size = std::min(a.size(), b.size());
  size_t at = 0;
  for (; at + sizeof(uint64_t) <= size; at += sizeof(uint64_t)) {
    uint64_t left, right;
    std::memcpy(&left, a.data() + at, sizeof left);
    std::memcpy(&right, b.data() + at, sizeof right);
    if (left != right) {
      static_assert(std::endian::native == std::endian::little);
      return at + static_cast<size_t>(std::countr_zero(left ^ right)) / 8;
    }
  }
  while (at < size && a[at] == b[at]) ++at;
  return at;
}

Divergence CompareTokens(const TokenRules& rules, std::string_view expected,
                         std::string_view actual) {
  size_t e = 0, a = 0;  // both always at a token's start, or in white space
  while (true) {
    // Equal stretches are skipped at memory speed; a token cut in two by the end of the stretch is
    // looked at from its start.
    size_t same = CommonPrefix(expected.substr(e), actual.substr(a));
    if (e + same == expected.size() && a + same == actual.size()) return {};
    while (same > 0 && !IsSpace(expected[e + same - 1])) --same;
    e = SkipSpace(expected, e + same, rules.lines);
    a = SkipSpace(actual, a + same, rules.lines);

    const bool expected_over = e == expected.size() || expected[e] == '\n';
    const bool actual_over = a == actual.size() || actual[a] == '\n';
    if (expected_over != actual_over) return {true, e, a};
    if (expected_over) {
      if ((e == expected.size()) != (a == actual.size())) return {true, e, a};
      if (e == expected.size()) return {};
      ++e, ++a;
      continue;
    }
    const size_t expected_end = TokenEnd(expected, e);
    const size_t actual_end = TokenEnd(actual, a);
    if (!EqualTokens(rules, expected.substr(e, expected_end - e),
                     actual.substr(a, actual_end - a))) {
      return {true, e, a};
    }
    e = expected_end;
    a = actual_end;
  }
}

}  // namespace assay
