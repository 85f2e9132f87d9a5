#include <array>
#include <cstdlib>
#include <optional>

#include "logic/model/answer.h"
#include "logic/model/facts.h"
#include "logic/numbers/blanks.h"
#include "logic/numbers/numbers.h"
#include "text/json_writer.h"

namespace assay::logic {
namespace {

constexpr std::string_view kSymbols = "@#&";
constexpr size_t kMostFormulaExpression = 200;
constexpr int kMostNesting = 8;
constexpr size_t kMostValueText = 12;
constexpr int64_t kMostFormulaValue = 1'000'000;
struct OperationLevel {
  size_t operators;
  int nesting;
  int most_factor;
};
constexpr std::array<OperationLevel, 5> kOperationLevels = {
    {{1, 1, 2}, {1, 2, 2}, {2, 2, 3}, {2, 3, 3}, {3, 3, 4}}};

using Formula = std::vector<int>;  // the factors of a*a, a*b, b*b, a, b, 1

struct Formulas {
  std::vector<Formula> operators;
  std::string expression;
};

// Nothing: it is no such expression, or a value on the way is beyond a million.
class FormulaReader {
 public:
  FormulaReader(const std::vector<Formula>& operators, std::string_view text)
      : operators_(operators), text_(text) {}

  std::optional<int64_t> Read() {
    const auto value = Operation(0);
    return AtEnd() ? value : std::nullopt;
  }

 private:
  // Past spaces.
  bool AtEnd() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ == text_.size();
  }

  // Two operands and their operator, or one operand alone.
  std::optional<int64_t> Operation(int depth) {
    const auto a = Operand(depth);
    if (!a || AtEnd() || text_[at_] == ')') return a;
    const size_t which = kSymbols.find(text_[at_]);
    if (which >= operators_.size()) return std::nullopt;
    ++at_;
    const auto b = Operand(depth);
    if (!b) return std::nullopt;
    const Formula& f = operators_[which];
    const int64_t value =
        f[0] * *a * *a + f[1] * *a * *b + f[2] * *b * *b + f[3] * *a + f[4] * *b + f[5];
    if (std::abs(value) > kMostFormulaValue) return std::nullopt;
    return value;
  }

  std::optional<int64_t> Operand(int depth) {
    if (AtEnd() || depth > kMostNesting) return std::nullopt;
    if (text_[at_] == '(') {
      ++at_;
      const auto value = Operation(depth + 1);
      if (!value || AtEnd() || text_[at_] != ')') return std::nullopt;
      ++at_;
      return value;
    }
    size_t end = at_;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
    if (end == at_ || end - at_ > 2) return std::nullopt;
    const int number = *IntOf(text_.substr(at_, end - at_));
    at_ = end;
    return number;
  }

  const std::vector<Formula>& operators_;
  const std::string_view text_;
  size_t at_ = 0;
};

// A number alone, also after "=".
std::optional<int> NumberOf(std::string_view answer) {
  const std::optional<std::string> text = WithoutBlanks(answer, "0123456789+-=", kMostValueText);
  if (!text) return std::nullopt;
  std::string_view number = *text;
  if (number.front() == '=') number.remove_prefix(1);
  return IntOf(number);
}

// The value that the facts ask for.
Result<int64_t> ReadFormulas(JsonValue facts) {
  const JsonValue list = facts.Find("operators");
  if (!list.Is(JsonType::kArray) || list.Count() < 1 || list.Count() > kSymbols.size()) {
    return BadFacts("operators", "must be a list of 1 to 3");
  }
  ASSAY_ASSIGN_OR_RETURN(const Grid operators, ReadGrid(facts, "operators", 6, -9, 9));
  if (operators.front().size() != 6) return BadFacts("operators", "each must have 6 factors");
  ASSAY_ASSIGN_OR_RETURN(const std::string expression,
                         ReadString(facts, "expression", kMostFormulaExpression));
  const auto value = FormulaReader(operators, expression).Read();
  if (!value) {
    return BadFacts("expression",
                    "must have numbers, operators and brackets, and values within a million");
  }
  return *value;
}

std::string FormulaText(const Formula& formula) {
  constexpr std::string_view kParts[] = {"a * a", "a * b", "b * b", "a", "b", ""};
  std::string text;
  for (size_t i = 0; i < formula.size(); ++i) {
    if (formula[i] == 0) continue;
    if (text.empty()) {
      text = formula[i] < 0 ? "-" : "";
    } else {
      text += formula[i] < 0 ? " - " : " + ";
    }
    const std::string factor = std::to_string(std::abs(formula[i]));
    const bool bare = std::abs(formula[i]) == 1 && !kParts[i].empty();
    text += bare                ? std::string(kParts[i])
            : kParts[i].empty() ? factor
                                : factor + " * " + std::string(kParts[i]);
  }
  return text.empty() ? "0" : text;
}

std::string FormulaExpression(const OperationLevel& level, int nesting, Dice* dice) {
  if (nesting == 0) return std::to_string(dice->Below(10));
  // One side as deep as is left, the other anything up to that.
  std::string deep = FormulaExpression(level, nesting - 1, dice);
  std::string other =
      FormulaExpression(level, static_cast<int>(dice->Below(static_cast<size_t>(nesting))), dice);
  for (std::string* side : {&deep, &other}) {
    if (side->find(' ') != std::string::npos) *side = "(" + *side + ")";
  }
  if (dice->Below(2) == 0) std::swap(deep, other);
  return deep + " " + kSymbols[dice->Below(level.operators)] + " " + other;
}

Formulas MakeFormulas(const OperationLevel& level, Dice* dice) {
  while (true) {
    Formulas made;
    for (size_t i = 0; i < level.operators; ++i) {
      Formula formula;
      for (size_t j = 0; j < 6; ++j) {
        const auto span = static_cast<size_t>(2 * level.most_factor + 1);
        // Squares are rare: they make large numbers, not harder ones.
        const bool zero = dice->Below(j < 3 ? 3 : 2) != 0;
        formula.push_back(zero ? 0 : static_cast<int>(dice->Below(span)) - level.most_factor);
      }
      made.operators.push_back(formula);
    }
    made.expression = FormulaExpression(level, level.nesting, dice);
    bool of_both = true;  // an operator that forgets an operand is none
    for (const Formula& f : made.operators) {
      of_both &= (f[0] != 0 || f[1] != 0 || f[3] != 0) && (f[1] != 0 || f[2] != 0 || f[4] != 0);
    }
    const auto value = FormulaReader(made.operators, made.expression).Read();
    if (of_both && value && std::abs(*value) <= 100'000) return made;
  }
}

class OperationKind final : public Kind {
 public:
  std::string_view name() const override { return "operation"; }
  std::string_view summary() const override {
    return "Evaluate an expression of operators that are defined by formulas.";
  }

  Puzzle Make(int difficulty, Dice* dice) const override {
    const Formulas made =
        MakeFormulas(kOperationLevels[static_cast<size_t>(difficulty - kEasiest)], dice);
    std::string definitions;
    for (size_t i = 0; i < made.operators.size(); ++i) {
      definitions +=
          std::string("a ") + kSymbols[i] + " b = " + FormulaText(made.operators[i]) + "\n";
    }
    JsonWriter facts;
    facts.BeginObject().Key("operators").Raw(GridJson(made.operators));
    facts.Key("expression").String(made.expression).EndObject();
    return {std::string(name()), difficulty,
            "For whole numbers a and b these operators are defined:\n\n" + definitions +
                "\nHere * is multiplication, which comes before + and -, and what stands in "
                "brackets is worked out first. What is the value of this expression?\n\n" +
                made.expression +
                "\n\nGive the final answer in a code block: the number alone, for example -12.",
            facts.Take()};
  }

  Result<Verdict> Verify(JsonValue facts, std::string_view answer) const override {
    ASSAY_ASSIGN_OR_RETURN(const int64_t value, ReadFormulas(facts));
    const auto number = NumberOf(answer);
    if (!number) return kUnreadable;
    return *number == value ? kRight : Wrong("wrong_value");
  }

  Result<std::string> Solve(JsonValue facts) const override {
    ASSAY_ASSIGN_OR_RETURN(const int64_t value, ReadFormulas(facts));
    return std::to_string(value);
  }
};

}  // namespace

const Kind& Operation() {
  static const OperationKind kind;
  return kind;
}

}  // namespace assay::logic
