#include <algorithm>
#include <array>

#include "logic/model/facts.h"
#include "logic/numbers/blanks.h"
#include "logic/numbers/numbers.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostEquation = 40;
constexpr size_t kMostHidden = 8;
// Holds the value of every side: what up to 38 characters come to is below 10^38.
__extension__ using SideValue = __int128;
constexpr int64_t kMostEquationTries = 200'000;
struct MathPathLevel {
  size_t terms;
  int most_number;
  bool products;
  size_t hidden;
};
constexpr std::array<MathPathLevel, 5> kMathPathLevels = {
    {{2, 20, false, 1}, {2, 50, true, 2}, {3, 60, true, 3}, {4, 99, true, 4}, {5, 99, true, 5}}};

constexpr size_t kMostSide = kMostEquation - 2;  // one character and = at least are not its own

// The value of numbers between + - *, products first. Nothing: it is no such thing.
std::optional<SideValue> MathPathSide(std::string_view side) {
  if (side.size() > kMostSide) return std::nullopt;
  SideValue sum = 0, product = 1;
  char before = '+';  // the product
  size_t at = 0;
  while (true) {
    size_t end = at;
    SideValue number = 0;
    while (end < side.size() && side[end] >= '0' && side[end] <= '9') {
      number = 10 * number + (side[end++] - '0');
    }
    if (end == at || (end - at > 1 && side[at] == '0')) return std::nullopt;
    product *= number;
    const char op = end < side.size() ? side[end] : '+';
    if (op != '*') {
      sum += before == '+' ? product : -product;
      product = 1;
      before = op;
    }
    if (end == side.size()) return sum;
    if (op != '+' && op != '-' && op != '*') return std::nullopt;
    at = end + 1;
  }
}

bool MathPathHolds(std::string_view equation) {
  const size_t equals = equation.find('=');
  if (equals == std::string_view::npos) return false;
  const auto left = MathPathSide(equation.substr(0, equals));
  const auto right = MathPathSide(equation.substr(equals + 1));
  return left && right && *left == *right;
}

Result<std::string> ReadMathPath(JsonValue facts) {
  ASSAY_ASSIGN_OR_RETURN(std::string equation, ReadString(facts, "equation", kMostEquation));
  if (equation.find_first_not_of("0123456789?+-*=") != std::string::npos ||
      std::count(equation.begin(), equation.end(), '=') != 1) {
    return BadFacts("equation", "may have digits, ? and + - *, and has one =");
  }
  if (std::count(equation.begin(), equation.end(), '?') > static_cast<ptrdiff_t>(kMostHidden)) {
    return BadFacts("equation", "may have at most 8 of ?");
  }
  std::string filled = equation;
  std::replace(filled.begin(), filled.end(), '?', '1');
  const size_t equals = filled.find('=');
  if (!MathPathSide(filled.substr(0, equals)) || !MathPathSide(filled.substr(equals + 1))) {
    return BadFacts("equation", "must have numbers with + - * between them, none beginning with 0");
  }
  return equation;
}

std::string MathPathPrompt(const std::string& equation) {
  return "Put a digit for each ? so that the equation holds. Products are worked out before sums "
         "and differences, from left to right. A number of more than one digit doesn't begin with "
         "0. Different ? may stand for different digits or for the same.\n\n" +
         equation +
         "\n\nGive the final answer in a code block: the whole equation with its digits, for "
         "example 12+3*4=24.";
}

std::string MathPathEquation(const MathPathLevel& level, Dice* dice) {
  while (true) {
    std::string left;
    for (size_t i = 0; i < level.terms; ++i) {
      const std::string_view ops = level.products ? "+-*" : "+-";
      if (i > 0) left += ops[dice->Below(ops.size())];
      left += std::to_string(1 + dice->Below(static_cast<size_t>(level.most_number)));
    }
    const auto value = MathPathSide(left);
    if (!value || *value < 0 || *value > 99'999) continue;
    std::string equation = left + "=" + std::to_string(static_cast<int64_t>(*value));
    std::vector<size_t> digits;
    for (size_t i = 0; i < equation.size(); ++i) {
      if (equation[i] >= '0' && equation[i] <= '9') digits.push_back(i);
    }
    if (digits.size() < level.hidden + 2 || equation.size() > kMostEquation) continue;
    for (size_t hidden = 0; hidden < level.hidden; ++hidden) {
      const size_t at = dice->Below(digits.size());
      equation[digits[at]] = '?';
      digits.erase(digits.begin() + static_cast<ptrdiff_t>(at));
    }
    return equation;
  }
}

class MathPathKind final : public Kind {
 public:
  std::string_view name() const override { return "math_path"; }
  std::string_view summary() const override { return "Find the hidden digits of an equation."; }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const std::string equation =
        MathPathEquation(kMathPathLevels[static_cast<size_t>(difficulty - kEasiest)], dice);
    JsonWriter facts;
    facts.BeginObject().Key("equation").String(equation).EndObject();
    return {std::string(name()), difficulty, MathPathPrompt(equation), facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const std::string equation, ReadMathPath(facts));
    const std::optional<std::string> read = WithoutBlanks(answer, "0123456789+-*=", kMostEquation);
    if (!read) return kUnreadable;
    const std::string& given = *read;
    if (given.size() != equation.size()) return Wrong("equation_changed");
    for (size_t i = 0; i < given.size(); ++i) {
      const bool digit = given[i] >= '0' && given[i] <= '9';
      if (equation[i] == '?' ? !digit : given[i] != equation[i]) return Wrong("equation_changed");
    }
    for (size_t i = 0; i + 1 < given.size(); ++i) {
      const bool begins = i == 0 || given[i - 1] < '0' || given[i - 1] > '9';
      if (begins && given[i] == '0' && given[i + 1] >= '0' && given[i + 1] <= '9') {
        return Wrong("leading_zero");
      }
    }
    return MathPathHolds(given) ? kRight : Wrong("equation_fails");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const std::string equation, ReadMathPath(facts));
    std::vector<size_t> hidden;
    for (size_t i = 0; i < equation.size(); ++i) {
      if (equation[i] == '?') hidden.push_back(i);
    }
    int64_t ways = 1;
    for (size_t i = 0; i < hidden.size(); ++i) ways *= 10;
    for (int64_t way = 0; way < std::min(ways, kMostEquationTries); ++way) {
      std::string filled = equation;
      int64_t digits = way;
      for (const size_t at : hidden) {
        filled[at] = static_cast<char>('0' + digits % 10);
        digits /= 10;
      }
      if (MathPathHolds(filled)) return filled;
    }
    return Error{ErrorCode::kUnsupported, "logic.solve", 0,
                 ways <= kMostEquationTries ? "the puzzle has no answer"
                                            : "the search was given up after many steps"};
  }
};

}  // namespace

const Kind& MathPath() {
  static const MathPathKind kind;
  return kind;
}

}  // namespace assay::logic
