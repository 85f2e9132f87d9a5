#include "lab/grow/subject/bounds.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "base/text.h"
#include "lab/mutate/programs/program_text.h"
#include "text/number.h"
#include "text/utf8.h"

namespace assay::grow {
namespace {

using mutate::ProgramText;
using mutate::TokenKind;
using Kind = DataValue::Kind;

constexpr size_t kMostBounds = 50;

class BoundsReader {
 public:
  BoundsReader(const std::string& code, const std::string& function)
      : text_(mutate::Language::kPython, code), function_(function) {
    LookAtLines();
    for (size_t i = 0; i + 2 < text_.size(); ++i) {
      if (!text_.Is(i, "def") || !text_.Is(i + 1, function) || !text_.Is(i + 2, "(")) continue;
      const size_t close = text_.Close(i + 2);
      if (close == ProgramText::kNone) return;
      ReadParameters(i + 2, close);
      ReadBody(close + 1, EndOfBody(i, close));
      return;
    }
  }

  std::vector<Bound> Take() { return std::move(bounds_); }

 private:
  // Positional ones: what stands behind `*` or `/` isn't given by its place.
  void ReadParameters(size_t open, size_t close) {
    size_t number = 0;
    for (size_t i = open + 1; i < close; ++i) {
      const bool begins =
          text_.at(i).depth == text_.at(open).depth + 1 && (i == open + 1 || text_.Is(i - 1, ","));
      if (!begins) continue;
      if (!text_.IsName(i)) return;
      parameters_[std::string(text_.Of(i))] = number++;
    }
  }

  size_t ColumnOf(size_t token) const {
    const size_t begin = text_.at(token).begin;
    const size_t line = text_.text().rfind('\n', begin);
    return line == std::string_view::npos ? begin : begin - line - 1;
  }

  bool BeginsLine(size_t i) const { return i == 0 || text_.IsKind(i - 1, TokenKind::kLineEnd); }

  size_t EndOfBody(size_t def, size_t from) const {
    for (size_t i = from; i < text_.size(); ++i) {
      if (BeginsLine(i) && ColumnOf(i) <= ColumnOf(def)) return i;
    }
    return text_.size();
  }

  void ReadBody(size_t from, size_t end) {
    // A case in which a function stops to call itself is no other than the condition of a loop.
    for (size_t i = from; i < end; ++i) {
      if (text_.Is(i, function_) && text_.Is(i + 1, "(")) return;
    }
    for (size_t i = from; i < end; ++i) {
      if (Changes(i)) changed_somewhere_.insert(std::string(text_.Of(i)));
    }
    std::optional<size_t> loop;  // the column of the outermost one around
    bool condition = false;
    for (size_t i = from; i < end; ++i) {
      if (BeginsLine(i)) {
        condition = text_.Is(i, "while");
        if (loop && ColumnOf(i) <= *loop) loop.reset();
        if (!loop && (condition || text_.Is(i, "for"))) loop = ColumnOf(i);
      }
      if (Changes(i)) parameters_.erase(std::string(text_.Of(i)));
      in_loop_ = loop.has_value();
      if (!condition) ReadQuestion(i);
    }
  }

  // Whether the name at `i` is another value from here on: `n = …`, `n -= …`, `for n in …`,
  // `a, n = …`, `items.pop()`.
  bool Changes(size_t i) const {
    if (!text_.IsName(i)) return false;
    const std::string_view next = text_.Of(i + 1);
    if (next == ":=") return true;
    if (next == ".") {
      return text_.IsOneOf(i + 2, {"add", "append", "clear", "discard", "extend", "insert", "pop",
                                   "popitem", "remove", "reverse", "sort", "update"});
    }
    // Within brackets it is the name of an argument of another call.
    if (text_.at(i).depth > 0) return false;
    const bool assigned =
        next == "=" || (next.size() >= 2 && next.back() == '=' &&
                        std::string_view("+-*/%&|^@<>").find(next[0]) != next.npos &&
                        next != "<=" && next != ">=");
    const bool listed = next == "," || next == "in";
    return assigned || (listed && BeginsWith(i, "for")) || (next == "," && assigns_later_[i]);
  }

  // Once for all tokens: a line may be as long as the whole text.
  void LookAtLines() {
    line_.resize(text_.size());
    assigns_later_.resize(text_.size());
    for (size_t i = 0; i < text_.size(); ++i) line_[i] = BeginsLine(i) ? i : line_[i - 1];
    bool later = false;
    for (size_t i = text_.size(); i-- > 0;) {
      if (text_.IsKind(i, TokenKind::kLineEnd)) later = false;
      later = later || (text_.Is(i, "=") && text_.at(i).depth == 0);
      assigns_later_[i] = later;
    }
  }

  bool BeginsWith(size_t i, std::string_view word) const { return text_.Is(line_[i], word); }

  static bool IsComparison(std::string_view token) {
    return token == "==" || token == "!=" || token == "<" || token == "<=" || token == ">" ||
           token == ">=";
  }

  // Whether an operand may begin at `i` as a whole, or end before it: `x % n == 0` asks nothing
  // of n, and `n == k + 1` nothing that is known.
  bool OpensOperand(size_t i) const {
    return text_.IsOneOf(i - 1, {"if", "elif", "and", "or", "not", "(", "[", ",", "return",
                                 "assert", "=", "else"}) ||
           IsComparison(text_.Of(i - 1));
  }
  bool ClosesOperand(size_t i) const {
    return i >= text_.size() || text_.IsKind(i, TokenKind::kLineEnd) ||
           text_.IsOneOf(i, {":", "and", "or", ")", "]", ",", "if", "else"}) ||
           IsComparison(text_.Of(i));
  }

  std::optional<size_t> Parameter(size_t i) const {
    if (!text_.IsName(i)) return std::nullopt;
    const std::string name(text_.Of(i));
    const auto found = parameters_.find(name);
    if (found == parameters_.end()) return std::nullopt;
    // What a loop changes further down has changed when it comes round.
    if (in_loop_ && changed_somewhere_.count(name) > 0) return std::nullopt;
    return found->second;
  }

  struct Subject {
    size_t argument;
    Bound::Of of;
    size_t end;  // the token behind it
  };
  // `n` or `len(n)` at token `i`.
  std::optional<Subject> SubjectAt(size_t i) const {
    if (const auto plain = Parameter(i)) return Subject{*plain, Bound::Of::kValue, i + 1};
    if (!text_.Is(i, "len") || !text_.Is(i + 1, "(") || !text_.Is(i + 3, ")")) return std::nullopt;
    const auto measured = Parameter(i + 2);
    if (!measured) return std::nullopt;
    return Subject{*measured, Bound::Of::kLength, i + 4};
  }

  struct Number {
    int64_t value;
    size_t end;
  };
  std::optional<Number> NumberAt(size_t i) const {
    const bool negative = text_.Is(i, "-");
    if (negative) ++i;
    if (!text_.IsKind(i, TokenKind::kNumber)) return std::nullopt;
    const auto value = NumberIn<int64_t>(text_.Of(i));
    if (!value || *value > kLargest) return std::nullopt;
    return Number{negative ? -*value : *value, i + 1};
  }

  // `isinstance(n, int)` at token `i`.
  void ReadType(size_t i) {
    if (!text_.Is(i, "isinstance") || !text_.Is(i + 1, "(") || !text_.Is(i + 3, ",")) return;
    const auto argument = Parameter(i + 2);
    const bool number = text_.IsOneOf(i + 4, {"int", "float"}) && text_.Is(i + 5, ")");
    if (argument && number) Add({*argument, Bound::Of::kWhole, 0});
  }

  void ReadQuestion(size_t i) {
    if (i == 0 || !OpensOperand(i)) return;
    ReadType(i);
    if (text_.Is(i - 1, "not")) {
      const auto truth = Parameter(i);
      if (truth && ClosesOperand(i + 1)) Add({*truth, Bound::Of::kTruth, 0});
    }
    if (const auto subject = SubjectAt(i)) {
      const std::string_view comparison = text_.Of(subject->end);
      const auto number = IsComparison(comparison) ? NumberAt(subject->end + 1) : std::nullopt;
      if (number && ClosesOperand(number->end)) AddBoth(*subject, comparison, number->value);
    }
    if (const auto number = NumberAt(i)) {
      const std::string_view comparison = text_.Of(number->end);
      const auto subject = IsComparison(comparison) ? SubjectAt(number->end + 1) : std::nullopt;
      if (subject && ClosesOperand(subject->end)) {
        AddBoth(*subject, Mirrored(comparison), number->value);
      }
    }
  }

  static std::string_view Mirrored(std::string_view comparison) {
    if (comparison == "<") return ">";
    if (comparison == ">") return "<";
    if (comparison == "<=") return ">=";
    return comparison == ">=" ? "<=" : comparison;
  }

  // The last value on one side of it, and the first on the other.
  void AddBoth(const Subject& subject, std::string_view comparison, int64_t value) {
    if (comparison == "<" || comparison == ">=") Add({subject.argument, subject.of, value - 1});
    Add({subject.argument, subject.of, value});
    if (comparison == ">" || comparison == "<=") Add({subject.argument, subject.of, value + 1});
  }

  void Add(const Bound& bound) {
    const bool known = std::any_of(bounds_.begin(), bounds_.end(), [&](const Bound& each) {
      return each.argument == bound.argument && each.of == bound.of && each.value == bound.value;
    });
    if (!known && bounds_.size() < kMostBounds) bounds_.push_back(bound);
  }

  static constexpr int64_t kLargest = 1'000'000'000'000;

  const ProgramText text_;
  const std::string& function_;
  std::vector<size_t> line_;         // of each token: the first one of its line
  std::vector<bool> assigns_later_;  // of each token: an assignment follows in its line
  std::set<std::string> changed_somewhere_;
  bool in_loop_ = false;
  std::map<std::string, size_t> parameters_;  // that are still what was given
  std::vector<Bound> bounds_;
};

DataValue Shortened(const DataValue& value, size_t length) {
  DataValue shorter = value;
  if (value.Is(Kind::kText)) {
    size_t end = 0;
    for (size_t seen = 0; end < value.text.size(); ++end) {
      if (!IsUtf8Continuation(value.text[end]) && seen++ == length) break;
    }
    shorter.text.resize(end);
    return shorter;
  }
  const size_t items = value.Is(Kind::kDictionary) ? 2 * length : length;
  if (value.holds() && items < value.items.size()) shorter.items.resize(items);
  return shorter;
}

}  // namespace

std::vector<Bound> BoundsOf(const std::string& code, const std::string& function) {
  return BoundsReader(code, function).Take();
}

DataValue Meet(const Bound& bound, const DataValue& value) {
  if (bound.of == Bound::Of::kWhole) {
    const auto integer = value.Integer();
    return integer ? DataValue::OfFloat(static_cast<double>(*integer) + 0.5) : value;
  }
  const bool is_number = value.Is(Kind::kInteger) || value.Is(Kind::kFloat);
  if (bound.of == Bound::Of::kLength || !is_number) {
    if (bound.of == Bound::Of::kValue || bound.value < 0) return value;
    return Shortened(value, static_cast<size_t>(bound.value));
  }
  return value.Is(Kind::kInteger) ? DataValue::OfInteger(bound.value)
                                  : DataValue::OfFloat(static_cast<double>(bound.value));
}

}  // namespace assay::grow
