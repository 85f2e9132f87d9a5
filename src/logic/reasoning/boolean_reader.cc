#include "logic/reasoning/boolean_reader.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "logic/model/answer.h"

namespace assay::logic::reasoning {
namespace {

constexpr int kDeepestBoolean = 40;

bool IsLower(char c) {
  return c >= 'a' && c <= 'z';
}

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

std::vector<std::string_view> BooleanTokens(std::string_view text) {
  std::vector<std::string_view> tokens;
  size_t at = 0;
  while (at < text.size()) {
    const size_t begin = at++;
    const char first = text[begin];
    if (first == ' ') continue;
    const auto go_on = [&](bool (*is)(char)) {
      while (at < text.size() && is(text[at])) ++at;
    };
    if (IsLower(first)) go_on(IsLower);
    if (IsDigit(first)) go_on(IsDigit);
    const bool compares = std::string_view("<>=!").find(first) != std::string_view::npos;
    if (compares && at < text.size() && text[at] == '=') ++at;
    tokens.push_back(text.substr(begin, at - begin));
  }
  return tokens;
}

class BooleanReader {
 public:
  BooleanReader(std::string_view text, const NamedValues& given)
      : tokens_(BooleanTokens(text)), given_(given) {}

  std::optional<bool> Whole() {
    const std::optional<bool> value = Expression(1);
    return at_ == tokens_.size() ? value : std::nullopt;
  }

 private:
  std::string_view Peek() const { return at_ < tokens_.size() ? tokens_[at_] : ""; }

  bool Take(std::string_view token) {
    if (Peek() != token) return false;
    ++at_;
    return true;
  }

  std::optional<bool> Expression(int depth) {
    if (depth > kDeepestBoolean) return std::nullopt;
    if (Take("true")) return true;
    if (Take("false")) return false;
    if (Take("not")) {
      const std::optional<bool> inner = Expression(depth + 1);
      if (!inner) return std::nullopt;
      return !*inner;
    }
    return Take("(") ? Group(depth + 1) : Comparison();
  }

  std::optional<bool> Group(int depth) {
    const std::optional<bool> left = Expression(depth);
    if (!left || Take(")")) return left;
    const std::string_view operation = Peek();
    ++at_;
    const std::optional<bool> right = Expression(depth);
    if (!right || !Take(")")) return std::nullopt;
    if (operation == "and") return *left && *right;
    if (operation == "or") return *left || *right;
    if (operation == "xor") return *left != *right;
    if (operation == "implies") return !*left || *right;
    return std::nullopt;
  }

  std::optional<bool> Comparison() {
    const std::optional<int64_t> left = Sum();
    if (!left) return std::nullopt;
    const std::string_view relation = Peek();
    ++at_;
    if (relation == "is") {
      if (Take("even")) return *left % 2 == 0;
      if (Take("odd")) return *left % 2 != 0;
      return std::nullopt;
    }
    const std::optional<int64_t> right = Sum();
    if (!right) return std::nullopt;
    if (relation == "<") return *left < *right;
    if (relation == "<=") return *left <= *right;
    if (relation == ">") return *left > *right;
    if (relation == ">=") return *left >= *right;
    if (relation == "==") return *left == *right;
    if (relation == "!=") return *left != *right;
    return std::nullopt;
  }

  // Within 64 bits: terms have nine digits at most.
  std::optional<int64_t> Sum() {
    const std::optional<int64_t> left = Term();
    if (!left) return std::nullopt;
    for (const std::string_view operation : {"+", "-", "*"}) {
      if (!Take(operation)) continue;
      const std::optional<int64_t> right = Term();
      if (!right) return std::nullopt;
      if (operation == "+") return *left + *right;
      if (operation == "-") return *left - *right;
      return *left * *right;
    }
    return left;
  }

  std::optional<int64_t> Term() {
    const bool minus = Take("-");
    const std::string_view token = Peek();
    ++at_;
    if (token.empty()) return std::nullopt;
    if (IsDigit(token.front())) {
      const std::optional<int> number = IntOf(token);
      if (!number) return std::nullopt;
      return minus ? -*number : *number;
    }
    const auto name = std::find(given_.names.begin(), given_.names.end(), token);
    if (minus || name == given_.names.end()) return std::nullopt;
    return given_.values[static_cast<size_t>(name - given_.names.begin())];
  }

  std::vector<std::string_view> tokens_;
  const NamedValues& given_;
  size_t at_ = 0;
};

}  // namespace

bool IsBooleanWord(std::string_view word) {
  constexpr std::array<std::string_view, 10> kWords = {"and",  "or",    "xor", "implies", "not",
                                                       "true", "false", "is",  "even",    "odd"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

std::optional<bool> Evaluate(std::string_view expression, const NamedValues& given) {
  return BooleanReader(expression, given).Whole();
}

}  // namespace assay::logic::reasoning
