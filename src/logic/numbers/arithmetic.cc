#include "logic/numbers/arithmetic.h"

#include <numeric>
#include <string>
#include <utility>

#include "logic/model/answer.h"

namespace assay::logic {
namespace {

constexpr size_t kMostSteps = 64;
constexpr size_t kMostText = 1024;

void ReplaceAllOf(std::string_view what, std::string_view with, std::string* text) {
  for (size_t at = text->find(what); at != std::string::npos; at = text->find(what, at)) {
    text->replace(at, what.size(), with);
    at += with.size();
  }
}

// Signs of mathematics as the four that are read, and spaces for what means nothing.
std::string Plain(std::string_view text) {
  std::string plain(text);
  constexpr std::pair<std::string_view, std::string_view> kSpellings[] = {
      {"×", "*"},      {"÷", "/"},     {"·", "*"},      {"−", "-"},      {"\\times", "*"},
      {"\\cdot", "*"}, {"\\div", "/"}, {"\\left", " "}, {"\\right", " "}};
  for (const auto& [from, to] : kSpellings) ReplaceAllOf(from, to, &plain);
  for (char& c : plain) {
    if (c == '\t' || c == '\r' || c == '\n' || c == '$') c = ' ';
  }
  return plain;
}

bool IsBracket(char c) {
  return c == '(' || c == '[';
}

int PrecedenceOf(char op) {
  return op == '*' || op == '/' ? 2 : 1;
}

// By two stacks, so that brackets cost no depth of calls.
class ExpressionReader {
 public:
  explicit ExpressionReader(std::string_view text) : text_(text) {}

  std::optional<Expression> Read() {
    bool wants_number = true;
    for (size_t at = 0; at < text_.size();) {
      const char c = text_[at];
      if (c >= '0' && c <= '9') {
        size_t end = at;
        while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
        if (!wants_number || end - at > 4) return std::nullopt;
        const int number = *IntOf(text_.substr(at, end - at));
        read_.steps.push_back({0, number});
        read_.numbers.push_back(number);
        wants_number = false;
        at = end;
        continue;
      }
      ++at;
      if (c == ' ') continue;
      if (c == '(' || c == '[') {
        if (!wants_number) return std::nullopt;
        open_.push_back(c);
      } else if (c == ')' || c == ']') {
        if (wants_number || !Close(c == ')' ? '(' : '[')) return std::nullopt;
      } else if (c == '+' || c == '-' || c == '*' || c == '/') {
        if (wants_number) return std::nullopt;
        TakeDownTo(PrecedenceOf(c));
        open_.push_back(c);
        wants_number = true;
      } else {
        return std::nullopt;
      }
      if (open_.size() > kMostSteps || read_.steps.size() > kMostSteps) return std::nullopt;
    }
    TakeDownTo(0);
    if (wants_number || !open_.empty()) return std::nullopt;
    return std::move(read_);
  }

 private:
  void TakeDownTo(int precedence) {
    while (!open_.empty() && !IsBracket(open_.back()) && PrecedenceOf(open_.back()) >= precedence) {
      read_.steps.push_back({open_.back(), 0});
      open_.pop_back();
    }
  }

  bool Close(char opening) {
    TakeDownTo(0);
    if (open_.empty() || open_.back() != opening) return false;
    open_.pop_back();
    return true;
  }

  const std::string_view text_;
  Expression read_;
  std::vector<char> open_;  // brackets and operators that wait
};

}  // namespace

std::optional<Fraction> Combine(char op, const Fraction& a, const Fraction& b) {
  Fraction c;
  switch (op) {
    case '+': c = {a.over * b.under + b.over * a.under, a.under * b.under}; break;
    case '-': c = {a.over * b.under - b.over * a.under, a.under * b.under}; break;
    case '*': c = {a.over * b.over, a.under * b.under}; break;
    default:
      if (b.over == 0) return std::nullopt;
      c = {a.over * b.under, a.under * b.over};
  }
  const int64_t common = std::gcd(c.over, c.under) * (c.under < 0 ? -1 : 1);
  return Fraction{c.over / common, c.under / common};
}

std::optional<ReadExpression> ExpressionOf(std::string_view text) {
  if (text.size() > kMostText) return std::nullopt;
  const std::string plain = Plain(text);
  ReadExpression read;
  const size_t equals = plain.find('=');
  if (equals != std::string::npos) {
    read.claimed = IntOf(Trimmed(std::string_view(plain).substr(equals + 1)));
    if (!read.claimed) return std::nullopt;
  }
  auto expression = ExpressionReader(std::string_view(plain).substr(0, equals)).Read();
  if (!expression) return std::nullopt;
  read.expression = std::move(*expression);
  return read;
}

}  // namespace assay::logic
