// Expressions of numbers, + - * / and brackets, as models write them. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::logic {

// A fraction in lowest terms, its denominator above 0.
struct Fraction {
  int64_t over = 0;
  int64_t under = 1;

  bool operator==(const Fraction&) const = default;
  bool whole() const { return under == 1; }
};
// `op`: one of + - * /. Nothing: division by zero. REQUIRES: results below 2^62, which expressions
// of up to six numbers up to 99 keep.
std::optional<Fraction> Combine(char op, const Fraction& a, const Fraction& b);

// An expression that was read: in the order in which it is worked out, numbers and, for an
// operator, what takes the last two values.
struct Expression {
  struct Step {
    char op = 0;  // 0: a number
    int64_t number = 0;
  };
  std::vector<Step> steps;
  std::vector<int> numbers;  // as they stand in it
};
// Also × ÷ · − and "\times", "\div", "\cdot"; a trailing "= number" is `claimed`. Numbers have at
// most four digits, no sign before them. Nothing: it is no such expression, or has more than 64
// steps.
struct ReadExpression {
  Expression expression;
  std::optional<int> claimed;
};
std::optional<ReadExpression> ExpressionOf(std::string_view text);

}  // namespace assay::logic
