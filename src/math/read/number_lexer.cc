#include "math/read/number_lexer.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace assay::math {
namespace {

constexpr size_t kMaxDigits = 10'000;

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

class Reader {
 public:
  Reader(std::string_view text, const LexOptions& options, bool in_brackets)
      : text_(text), options_(options), in_brackets_(in_brackets) {}

  NumberLexer::Result Read(size_t at, size_t end) {
    result_.end = Number(at, end);
    return std::move(result_);
  }

 private:
  Token& Emit(Tok type, std::string digits) {
    result_.token.type = type;
    result_.token.text = std::move(digits);
    return result_.token;
  }

  // A separator of thousands at `at` followed by exactly three digits; returns its length or 0.
  size_t ThousandsSeparator(size_t at, size_t end, bool spaces_allowed, bool* plain_comma) const {
    size_t stop = at;
    *plain_comma = false;
    const auto take = [&](std::string_view what) {
      if (text_.substr(stop, what.size()) != what) return false;
      stop += what.size();
      return true;
    };
    if (take("{,}") || take("{, }") || take("{,\\!}") || take("\\,") || take("\\!") ||
        take("{\\,}") || take("{\\ }")) {
      while (stop < end && text_[stop] == ' ') ++stop;
    } else if (take(" {,}") || take(" {, }")) {
      while (stop < end && text_[stop] == ' ') ++stop;
    } else if (take(",\\!") || take(",\\,")) {
      while (stop < end && text_[stop] == ' ') ++stop;
    } else if (take(",")) {
      *plain_comma = true;
    } else if (spaces_allowed && take("\\ ")) {
    } else if (spaces_allowed && take(" ")) {
    } else {
      return 0;
    }
    if (stop + 3 > end) return 0;
    for (size_t i = stop; i < stop + 3; ++i) {
      if (!IsDigit(text_[i])) return 0;
    }
    if (stop + 3 < end && IsDigit(text_[stop + 3])) return 0;
    return stop - at;
  }

  size_t Digits(size_t at, size_t end, std::string* digits) const {
    while (at < end && IsDigit(text_[at])) *digits += text_[at++];
    return at;
  }

  // All groups of the run "1,234,567" have three digits, so it can be one number.
  bool GroupsAreThousands(size_t at, size_t end) const {
    size_t first = 0;
    while (at < end && IsDigit(text_[at])) ++at, ++first;
    if (first == 0 || first > 3) return false;
    while (at + 1 < end && text_[at] == ',' && IsDigit(text_[at + 1])) {
      size_t group = 0;
      ++at;
      while (at < end && IsDigit(text_[at])) ++at, ++group;
      if (group != 3) return false;
    }
    return true;
  }

  size_t Number(size_t at, size_t end) {
    std::string digits;
    const size_t start = at;
    at = Digits(at, end, &digits);
    const bool leading_zero = digits.size() > 1 && digits[0] == '0';
    if (!digits.empty() && digits.size() <= 3 && !leading_zero && digits != "0") {
      const bool commas = GroupsAreThousands(start, end);
      while (true) {
        bool plain = false;
        const size_t length = ThousandsSeparator(at, end, !in_brackets_, &plain);
        if (length == 0) break;
        if (plain) {
          if (!commas) break;
          result_.ambiguous_commas = true;
          // No element of a list is written 000.
          const bool element = text_[at + length - 1] == ',' && text_[at + length] != '0';
          if (in_brackets_ || (options_.comma_is_separator && element)) break;
        }
        at = Digits(at + length, end, &digits);
      }
    }
    int32_t scale = 0;
    bool decimal = false;
    const auto fraction = [&](size_t from) {
      const size_t before = digits.size();
      at = Digits(from, end, &digits);
      scale = static_cast<int32_t>(digits.size() - before);
      decimal = true;
    };
    const char point = at < end ? text_[at] : '\0';
    const bool more = at + 1 < end && IsDigit(text_[at + 1]);
    if (point == '.' && more) {
      fraction(at + 1);
      // 1.234.567 is a version number or a date: leave the rest to the parser.
      while (at < end) {  // 3.141\,592
        bool plain = false;
        const size_t length = ThousandsSeparator(at, end, false, &plain);
        if (length == 0 || plain) break;
        const size_t before = digits.size();
        at = Digits(at + length, end, &digits);
        scale += static_cast<int32_t>(digits.size() - before);
      }
    } else if (text_.substr(at, 3) == "{,}" && at + 3 < end && IsDigit(text_[at + 3])) {
      fraction(at + 3);  // 2{,}74: the braces keep TeX from spacing a list
    } else if (point == '.' && at + 1 < end && (text_[at + 1] == '\\' || text_[at + 1] == '(') &&
               RepeatingTail(at + 1, end)) {
      decimal = true;
      ++at;
    }
    if (digits.size() > kMaxDigits || (digits.empty() && !RepeatingTail(at, end)))
      result_.ok = false;
    if (decimal) {
      if (const std::optional<size_t> stop = Repeating(at, end, digits, scale)) return *stop;
    }
    if (digits.empty()) {  // a point alone is no number
      result_.ok = false;
      digits = "0";
    }
    at = Exponent(at, end, &scale, &decimal);
    if (decimal && scale > 0) {
      // dots after a decimal: the digits go on
      size_t stop = at;
      if (text_.substr(stop, 3) == "...") {
        stop += 3;
      } else if (text_.substr(stop, 6) == "\\ldots" || text_.substr(stop, 6) == "\\cdots") {
        stop += 6;
      } else if (text_.substr(stop, 5) == "\\dots") {
        stop += 5;
      }
      if (stop > at && EmitDots(digits, scale)) return stop;
      at = stop;
    }
    Token& token = Emit(Tok::kNumber, digits);
    token.scale = scale;
    token.decimal = decimal;
    return at;
  }

  // 0.333… with at least three equal digits at the end repeats them.
  bool EmitDots(const std::string& digits, int32_t scale) {
    // An exponent can move the point to the left of all digits: 4E-3 has a scale of 3.
    const auto written = static_cast<int32_t>(std::min(digits.size(), kMaxDigits));
    if (std::min(scale, written) < 3) return false;
    const char last = digits.back();
    int32_t run = 0;
    while (run < std::min(scale, written) &&
           digits[digits.size() - 1 - static_cast<size_t>(run)] == last) {
      ++run;
    }
    if (run < 3) return false;
    Token& token = Emit(Tok::kRepeating, digits);
    token.scale = scale;
    token.repeat = 1;
    return true;
  }

  bool RepeatingTail(size_t at, size_t end) const {
    const std::string_view rest = text_.substr(at, end - at);
    return StartsWith(rest, "\\overline{") || StartsWith(rest, "\\bar{") ||
           StartsWith(rest, "\\dot{") || StartsWith(rest, "\\overline ") ||
           StartsWith(rest, "\\bar ") || StartsWith(rest, "\\dot ") || StartsWith(rest, "(") ||
           OverDigit(rest);
  }

  // \bar6: without braces over one digit.
  static bool OverDigit(std::string_view rest) {
    for (const std::string_view mark : {"\\overline", "\\bar", "\\dot"}) {
      if (StartsWith(rest, mark)) return rest.size() > mark.size() && IsDigit(rest[mark.size()]);
    }
    return false;
  }

  // 0.1\overline{6}, 0.(3), 0.\dot{3}: returns where it ends.
  std::optional<size_t> Repeating(size_t at, size_t end, std::string digits, int32_t scale) {
    if (!RepeatingTail(at, end)) return std::nullopt;
    size_t stop = at;
    size_t repeat = 0;
    int dotted = 0;
    while (stop < end && RepeatingTail(stop, end) && dotted < 2) {
      const bool dot = text_.substr(stop, 4) == "\\dot";
      const char close = text_[stop] == '(' ? ')' : '}';
      while (stop < end && text_[stop] != '{' && text_[stop] != '(' && text_[stop] != ' ' &&
             !IsDigit(text_[stop])) {
        ++stop;
      }
      const bool bare = stop < end && IsDigit(text_[stop]);
      const bool braced = !bare && stop < end && text_[stop] != ' ';
      if (!bare) ++stop;
      const size_t before = digits.size();
      size_t after = stop;
      if (braced) {
        after = Digits(stop, end, &digits);
        if (after >= end || text_[after] != close) return std::nullopt;
      } else if (stop < end && IsDigit(text_[stop])) {
        digits += text_[stop];
        after = stop + 1;
      }
      const size_t added = digits.size() - before;
      if (added == 0) return std::nullopt;
      repeat += added;
      stop = after + (braced ? 1 : 0);
      if (!dot) break;
      ++dotted;
      // 0.\dot{1}4285\dot{7}: the digits between the dots repeat as well
      const size_t between = digits.size();
      const size_t next = Digits(stop, end, &digits);
      if (dotted == 1 && text_.substr(next, 4) == "\\dot") {
        repeat += digits.size() - between;
        stop = next;
      } else {
        digits.resize(between);
        break;
      }
    }
    if (digits.size() > kMaxDigits) return std::nullopt;
    Token& token = Emit(Tok::kRepeating, digits);
    token.scale = scale + static_cast<int32_t>(repeat);
    token.repeat = static_cast<int32_t>(repeat);
    return stop;
  }

  // The e8 of 1.5e8.
  size_t Exponent(size_t at, size_t end, int32_t* scale, bool* decimal) const {
    if (at >= end || (text_[at] != 'e' && text_[at] != 'E')) return at;
    size_t stop = at + 1;
    bool negative = false;
    if (stop < end && (text_[stop] == '+' || text_[stop] == '-')) negative = text_[stop++] == '-';
    const size_t first = stop;
    int32_t exponent = 0;
    while (stop < end && IsDigit(text_[stop]) && stop - first < 6) {
      exponent = exponent * 10 + (text_[stop++] - '0');
    }
    if (stop == first || (stop < end && (IsLetter(text_[stop]) || IsDigit(text_[stop])))) return at;
    if (first == at + 2 && text_[at + 1] == '-' && text_[at] == 'e' && exponent > 400) return at;
    *scale += negative ? exponent : -exponent;
    *decimal = true;
    return stop;
  }

  std::string_view text_;
  const LexOptions& options_;
  const bool in_brackets_;
  NumberLexer::Result result_;
};

}  // namespace

NumberLexer::Result NumberLexer::Lex(size_t at, size_t end) const {
  return Reader(text_, options_, in_brackets_).Read(at, end);
}

}  // namespace assay::math
