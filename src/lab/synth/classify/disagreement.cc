#include "lab/synth/classify/disagreement.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "base/text.h"
#include "lab/mutate/outputs/tokens.h"
#include "text/number.h"

namespace assay::synth {
namespace {

constexpr auto kDifferenceNames = MakeEnumNames<Difference>({
    {Difference::kNone, "none"},
    {Difference::kCase, "case"},
    {Difference::kFloat, "float"},
    {Difference::kOrder, "order_of_lines"},
    {Difference::kTokens, "order_of_tokens"},
    {Difference::kOther, "other"},
});
static_assert(kDifferenceNames.IsWholeUpTo(Difference::kOther));

// Numbers further apart than that are different answers, whatever the tolerance.
constexpr double kLargestError = 1e-3;

std::optional<double> NumberOf(std::string_view token) {
  const auto value = NumberIn<double>(token);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

bool IsWhole(std::string_view token) {
  return token.find_first_of(".eE") == token.npos;
}

// Nullopt: not within any tolerance.
std::optional<double> FloatError(const std::vector<std::string_view>& expected,
                                 const std::vector<std::string_view>& actual) {
  if (expected.size() != actual.size()) return std::nullopt;
  double largest = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    // Also "inf" and "NaN", which are written in any case.
    if (AsciiLower(expected[i]) == AsciiLower(actual[i])) continue;
    // Two integers that differ are no rounding.
    if (IsWhole(expected[i]) && IsWhole(actual[i])) return std::nullopt;
    const auto a = NumberOf(expected[i]);
    const auto b = NumberOf(actual[i]);
    if (!a || !b) return std::nullopt;
    const double error = std::abs(*a - *b) / std::max(1.0, std::abs(*a));
    if (error > kLargestError) return std::nullopt;
    largest = std::max(largest, error);
  }
  return largest;
}

template <typename T>
bool SamePieces(std::vector<T> a, std::vector<T> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

std::vector<std::string> NormalLines(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : mutate::SplitLines(text)) {
    std::string normal;
    for (const std::string_view token : mutate::SplitTokens(line).tokens) {
      normal.append(token).push_back(' ');
    }
    if (!normal.empty()) lines.push_back(std::move(normal));
  }
  return lines;
}

}  // namespace

std::string_view ToString(Difference difference) {
  return kDifferenceNames.NameOf(difference);
}

Disagreement Differ(std::string_view expected, std::string_view actual) {
  const auto a = mutate::SplitTokens(expected).tokens;
  const auto b = mutate::SplitTokens(actual).tokens;
  if (a == b) return {Difference::kNone, 0};
  if (mutate::SameTokensInAnyCase(expected, actual)) return {Difference::kCase, 0};
  if (const auto error = FloatError(a, b)) return {Difference::kFloat, *error};
  if (SamePieces(NormalLines(expected), NormalLines(actual))) return {Difference::kOrder, 0};
  if (SamePieces(a, b)) return {Difference::kTokens, 0};
  return {Difference::kOther, 0};
}

}  // namespace assay::synth
