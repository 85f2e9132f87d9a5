#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/text.h"
#include "science/chemistry/chemistry.h"
#include "science/read/notation.h"

namespace assay::science {
namespace {

constexpr size_t kMostTerms = 16;
constexpr int64_t kLargestCoefficient = 100'000;
constexpr std::string_view kArrow = "→";

// Whether the plus sign at a place joins substances rather than being a charge.
bool Joins(std::string_view text, size_t at) {
  if (at == 0 || text[at - 1] == '^') return false;
  const size_t next = SkipSpaces(text, at + 1);
  if (next >= text.size()) return false;
  if (text[at - 1] == ' ') return true;
  // "Na+ + Cl-", "Na++Cl-".
  return text[next] != '+';
}

std::vector<std::string_view> SplitSide(std::string_view side) {
  std::vector<std::string_view> terms;
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at < side.size(); ++at) {
    if (side[at] == '(' || side[at] == '[') ++depth;
    if (side[at] == ')' || side[at] == ']') --depth;
    if (depth > 0 || side[at] != '+' || !Joins(side, at)) continue;
    terms.push_back(TrimAsciiSpace(side.substr(begin, at - begin)));
    begin = at + 1;
  }
  terms.push_back(TrimAsciiSpace(side.substr(begin)));
  return terms;
}

// A whole number; 0 when there is none or it is too large.
int64_t ReadWhole(std::string_view text, size_t* at) {
  int64_t number = 0;
  for (; IsDigit(At(text, *at)); ++*at) {
    number = number * 10 + (text[*at] - '0');
    if (number > kLargestCoefficient) return 0;
  }
  return number;
}

// "2", "1/2", "(1/2)", "(1)/(2)", "0.5"; 1 without one. Returns where the substance begins.
std::optional<size_t> ReadCoefficient(std::string_view text, Reaction::Term* term) {
  size_t at = 0;
  const bool bracket = At(text, 0) == '(' && IsDigit(At(text, 1));
  if (bracket) ++at;
  if (!IsDigit(At(text, at))) return 0;
  term->numerator = ReadWhole(text, &at);
  if (At(text, at) == '.' && IsDigit(At(text, at + 1))) {
    for (++at; IsDigit(At(text, at)) && term->denominator < kLargestCoefficient; ++at) {
      term->numerator = term->numerator * 10 + (text[at] - '0');
      term->denominator *= 10;
    }
  } else {
    if (bracket && HasAt(text, at, ")/(")) {
      at += 3;
      term->denominator = ReadWhole(text, &at);
    } else if (At(text, at) == '/') {
      ++at;
      term->denominator = ReadWhole(text, &at);
    }
  }
  if (bracket) {
    if (At(text, at) != ')') return std::nullopt;
    ++at;
  }
  if (term->numerator <= 0 || term->denominator <= 0) return std::nullopt;
  at = SkipSpaces(text, at);
  if (At(text, at) == '*') at = SkipSpaces(text, at + 1);
  return at;
}

std::optional<std::vector<Reaction::Term>> ReadSide(std::string_view side) {
  std::vector<Reaction::Term> terms;
  for (const std::string_view text : SplitSide(side)) {
    if (terms.size() == kMostTerms) return std::nullopt;
    Reaction::Term term;
    const std::optional<size_t> begin = ReadCoefficient(text, &term);
    if (!begin) return std::nullopt;
    term.readings = ReadFormula(text.substr(*begin));
    if (term.readings.empty()) return std::nullopt;
    terms.push_back(std::move(term));
  }
  return terms;
}

std::map<std::string, double> Atoms(const std::vector<Reaction::Term>& terms) {
  std::map<std::string, double> atoms;
  for (const Reaction::Term& term : terms) {
    const double times =
        static_cast<double>(term.numerator) / static_cast<double>(term.denominator);
    for (const auto& [symbol, count] : term.readings[0].atoms) {
      atoms[symbol] += times * static_cast<double>(count);
    }
  }
  return atoms;
}

bool IsBalanced(const Reaction& reaction) {
  const std::map<std::string, double> left = Atoms(reaction.left);
  const std::map<std::string, double> right = Atoms(reaction.right);
  if (left.size() != right.size()) return false;
  for (const auto& [symbol, count] : left) {
    const auto other = right.find(symbol);
    constexpr double kClose = 1e-6;
    if (other == right.end() || other->second > count + kClose || other->second < count - kClose) {
      return false;
    }
  }
  return true;
}

// The ratio of one side's coefficients, the same for all; `numerator` 0: not known yet.
struct Ratio {
  int64_t numerator = 0;
  int64_t denominator = 0;
};

bool InProportion(const Reaction::Term& gold, const Reaction::Term& answer, Ratio* ratio) {
  const int64_t numerator = answer.numerator * gold.denominator;
  const int64_t denominator = answer.denominator * gold.numerator;
  if (ratio->numerator == 0) *ratio = {numerator, denominator};
  // Each is at most 10^10: no product of two below overflows a double's whole numbers by much, and
  // 128 bits hold it.
  return static_cast<__int128>(numerator) * ratio->denominator ==
         static_cast<__int128>(denominator) * ratio->numerator;
}

FormulaMatch MatchSide(const std::vector<Reaction::Term>& gold,
                       const std::vector<Reaction::Term>& answer, Ratio* ratio) {
  if (gold.size() != answer.size()) return FormulaMatch::kDifferent;
  FormulaMatch worst = FormulaMatch::kSame;
  std::vector<bool> used(answer.size());
  for (const Reaction::Term& term : gold) {
    size_t found = answer.size();
    FormulaMatch best = FormulaMatch::kDifferent;
    for (size_t i = 0; i < answer.size(); ++i) {
      if (used[i]) continue;
      const FormulaMatch match = MatchFormula(term.readings[0], answer[i].readings);
      if (match >= best) continue;
      best = match;
      found = i;
    }
    if (best == FormulaMatch::kDifferent || !InProportion(term, answer[found], ratio)) {
      return FormulaMatch::kDifferent;
    }
    used[found] = true;
    worst = std::max(worst, best);
  }
  return worst;
}

constexpr std::string_view kSubshells = "spdf";

struct Core {
  std::string_view symbol;
  std::string_view electrons;
};
constexpr Core kCores[] = {
    {"He", "1s2"},
    {"Ne", "1s2 2s2 2p6"},
    {"Ar", "1s2 2s2 2p6 3s2 3p6"},
    {"Kr", "1s2 2s2 2p6 3s2 3p6 3d10 4s2 4p6"},
    {"Xe", "1s2 2s2 2p6 3s2 3p6 3d10 4s2 4p6 4d10 5s2 5p6"},
    {"Rn", "1s2 2s2 2p6 3s2 3p6 3d10 4s2 4p6 4d10 4f14 5s2 5p6 5d10 6s2 6p6"},
};

struct TermsReading {
  size_t count = 0;
  bool raised_only_pdf = true;  // every term is of p, d or f and has its number raised
};

std::optional<TermsReading> ReadTerms(std::string_view text, size_t at, Configuration* electrons) {
  TermsReading reading;
  while ((at = SkipSpaces(text, at)) < text.size()) {
    if (text[at] == '*' || text[at] == ',') {
      ++at;
      continue;
    }
    const int shell = text[at] - '0';
    const size_t subshell = kSubshells.find(At(text, at + 1));
    if (shell < 1 || shell > 8 || subshell >= kSubshells.size()) return std::nullopt;
    at += 2;
    const bool caret = At(text, SkipSpaces(text, at)) == '^';
    if (caret) at = SkipSpaces(text, at) + 1;
    const bool bracket = At(text, at) == '(';
    if (bracket) ++at;
    size_t end = at;
    while (IsDigit(At(text, end))) ++end;
    // "1s22s2": the last digit is the next shell.
    if (!bracket && end > at + 1 && kSubshells.find(At(text, end)) < kSubshells.size()) --end;
    if (end == at || end > at + 2) return std::nullopt;
    const int count = end == at + 1 ? text[at] - '0' : (text[at] - '0') * 10 + (text[at + 1] - '0');
    if (bracket && At(text, end) != ')') return std::nullopt;
    at = end + bracket;
    int& sum = (*electrons)[static_cast<size_t>(shell - 1)][subshell];
    sum += count;
    if (sum > 4 * static_cast<int>(subshell) + 2) return std::nullopt;
    ++reading.count;
    reading.raised_only_pdf &= caret && subshell > 0;
  }
  return reading;
}

}  // namespace

std::optional<Reaction> ReadReaction(std::string_view plain) {
  const std::string stateless = WithoutStates(plain);
  std::string_view text = TrimAsciiSpace(stateless);
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.remove_suffix(1);
  size_t sign = text.find(kArrow);
  size_t size = kArrow.size();
  const bool arrow = sign != std::string_view::npos;
  if (!arrow) {
    sign = text.find('=');
    size = 1;
  }
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  const std::string_view after = text.substr(sign + size);
  if (after.find(kArrow) != std::string_view::npos) return std::nullopt;
  std::optional<std::vector<Reaction::Term>> left = ReadSide(TrimAsciiSpace(text.substr(0, sign)));
  std::optional<std::vector<Reaction::Term>> right = ReadSide(TrimAsciiSpace(after));
  if (!left || !right) return std::nullopt;
  Reaction reaction{*std::move(left), *std::move(right)};
  // "CH2=CH2" is a bond, "F = N + V" no reaction at all.
  if (!arrow && ((reaction.left.size() == 1 && reaction.right.size() == 1 &&
                  text.find(' ') == std::string_view::npos) ||
                 !IsBalanced(reaction))) {
    return std::nullopt;
  }
  return reaction;
}

FormulaMatch MatchReaction(const Reaction& gold, const Reaction& answer) {
  Ratio ratio;
  const FormulaMatch left = MatchSide(gold.left, answer.left, &ratio);
  const FormulaMatch right = MatchSide(gold.right, answer.right, &ratio);
  return std::max(left, right);
}

std::optional<Configuration> ReadConfiguration(std::string_view plain) {
  Configuration electrons{};
  const std::string_view text = TrimAsciiSpace(plain);
  size_t at = 0;
  bool core = false;
  if (At(text, 0) == '[') {
    const size_t close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view symbol = TrimAsciiSpace(text.substr(1, close - 1));
    for (const Core& row : kCores) {
      if (row.symbol != symbol) continue;
      core = ReadTerms(row.electrons, 0, &electrons).has_value();
    }
    if (!core) return std::nullopt;
    at = close + 1;
  }
  const std::optional<TermsReading> terms = ReadTerms(text, at, &electrons);
  if (!terms || terms->count == 0) return std::nullopt;
  if (!core && terms->count == 1 && !terms->raised_only_pdf) return std::nullopt;
  return electrons;
}

}  // namespace assay::science
