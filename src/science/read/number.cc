#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "science/read/notation.h"

namespace assay::science {
namespace {

constexpr int kDeepest = 16;
constexpr size_t kMostDigits = 300;
constexpr int kHighestExponent = 400;
constexpr int kMostFactors = 32;

class Reader {
 public:
  Reader(std::string_view text, DecimalComma comma) : text_(text), comma_(comma) {}

  std::optional<NumberReading> Run(size_t begin) {
    at_ = SkipSpaces(text_, begin);
    std::optional<Number> number = ReadProduct(kDeepest);
    if (!number || !std::isfinite(number->value)) return std::nullopt;
    ReadMultiplier(&*number);
    return NumberReading{*number, at_};
  }

 private:
  std::optional<Number> ReadProduct(int depth) {
    double sign = 1;
    for (const std::string_view word : {"minus ", "negative "}) {
      if (!HasAt(text_, at_, word)) continue;
      at_ = SkipSpaces(text_, at_ + word.size());
      if (!IsDigit(At(text_, at_))) return std::nullopt;
      sign = -1;
      break;
    }
    if (sign > 0 && (At(text_, at_) == '-' || At(text_, at_) == '+')) {
      if (text_[at_] == '-') sign = -1;
      at_ = SkipSpaces(text_, at_ + 1);
    }
    std::optional<Number> product = ReadPower(depth);
    if (!product) return std::nullopt;
    for (int factors = 1; factors < kMostFactors; ++factors) {
      const size_t before = at_;
      at_ = SkipSpaces(text_, at_);
      const char c = At(text_, at_);
      const bool over = c == '/';
      if (c == '*' || over) {
        at_ = SkipSpaces(text_, at_ + 1);
      } else if (!IsNamed(at_)) {
        at_ = before;
        break;
      }
      const std::optional<Number> factor = ReadPower(depth);
      if (!factor) {
        at_ = before;
        break;
      }
      product->value = over ? product->value / factor->value : product->value * factor->value;
      product->exact = true;
      product->integer = false;
    }
    product->value *= sign;
    return product;
  }

  // π or a root, which may follow a number without a sign between.
  bool IsNamed(size_t at) const {
    return HasAt(text_, at, "π") || HasAt(text_, at, "sqrt(") ||
           (HasAt(text_, at, "pi") && !IsLetter(At(text_, at + 2)));
  }

  std::optional<Number> ReadPower(int depth) {
    const size_t begin = at_;
    std::optional<Number> base = ReadAtom(depth);
    if (base && base->integer && depth == kDeepest) ReadMixed(&*base);
    if (!base || At(text_, at_) != '^') return base;
    const size_t caret = at_;
    ++at_;
    const std::optional<int> whole = ReadExponent();
    if (!whole) {
      at_ = caret;
      return base;
    }
    if (text_.substr(begin, caret - begin) == "10") {
      return Number{
          .value = std::pow(10.0, *whole), .digits = 1, .sure_digits = 1, .place = *whole};
    }
    return Number{.value = std::pow(base->value, *whole), .exact = true};
  }

  // "2 1/2"
  void ReadMixed(Number* number) {
    constexpr size_t kMostPartDigits = 3;
    const size_t top = at_ + 1;
    if (At(text_, at_) != ' ' || !IsDigit(At(text_, top))) return;
    const size_t slash = DigitsEnd(top);
    const size_t end = DigitsEnd(std::min(slash + 1, text_.size()));
    if (At(text_, slash) != '/' || end == slash + 1 || At(text_, end) == '.' ||
        slash - top > kMostPartDigits || end - slash - 1 > kMostPartDigits) {
      return;
    }
    int above = 0;
    int below = 0;
    std::from_chars(text_.data() + top, text_.data() + slash, above);
    std::from_chars(text_.data() + slash + 1, text_.data() + end, below);
    if (above == 0 || above >= below) return;
    *number = Number{.value = number->value + static_cast<double>(above) / below, .exact = true};
    at_ = end;
  }

  // "-3", "(-3)", "(- 3)".
  std::optional<int> ReadExponent() {
    size_t at = SkipSpaces(text_, at_);
    const bool bracket = At(text_, at) == '(';
    if (bracket) at = SkipSpaces(text_, at + 1);
    const bool minus = At(text_, at) == '-';
    if (minus || At(text_, at) == '+') at = SkipSpaces(text_, at + 1);
    if (!IsDigit(At(text_, at))) return std::nullopt;
    int exponent = 0;
    for (; IsDigit(At(text_, at)); ++at) {
      exponent = exponent * 10 + (text_[at] - '0');
      if (exponent > kHighestExponent) return std::nullopt;
    }
    if (bracket) {
      at = SkipSpaces(text_, at);
      if (At(text_, at) != ')') return std::nullopt;
      ++at;
    }
    at_ = at;
    return minus ? -exponent : exponent;
  }

  std::optional<Number> ReadAtom(int depth) {
    if (HasAt(text_, at_, "π") || (HasAt(text_, at_, "pi") && !IsLetter(At(text_, at_ + 2)))) {
      at_ += 2;
      return Number{.value = std::numbers::pi, .exact = true};
    }
    const bool root = HasAt(text_, at_, "sqrt(");
    if (root || At(text_, at_) == '(') {
      if (depth == 0) return std::nullopt;
      const size_t before = at_;
      at_ = SkipSpaces(text_, at_ + (root ? 5 : 1));
      std::optional<Number> inner = ReadSum(depth - 1);
      if (!inner || At(text_, at_) != ')') {
        at_ = before;
        return std::nullopt;
      }
      ++at_;
      if (!root) return inner;
      return Number{.value = std::sqrt(inner->value), .exact = true};
    }
    return ReadLiteral();
  }

  std::optional<Number> ReadSum(int depth) {
    std::optional<Number> sum = ReadProduct(depth);
    for (int terms = 1; sum && terms < kMostFactors; ++terms) {
      at_ = SkipSpaces(text_, at_);
      const char c = At(text_, at_);
      if (c != '+' && c != '-') break;
      at_ = SkipSpaces(text_, at_ + 1);
      const std::optional<Number> term = ReadProduct(depth);
      if (!term) return std::nullopt;
      sum->value += c == '-' ? -term->value : term->value;
      sum->exact = true;
      sum->integer = false;
    }
    return sum;
  }

  size_t DigitsEnd(size_t at) const {
    while (IsDigit(At(text_, at))) ++at;
    return at;
  }

  // Exactly three digits after a separator.
  bool IsGroup(size_t at, char separator) const {
    return At(text_, at) == separator && DigitsEnd(at + 1) == at + 4;
  }

  std::string ReadWhole() {
    const size_t end = DigitsEnd(at_);
    std::string digits(text_.substr(at_, end - at_));
    at_ = end;
    if (digits.empty() || digits.size() > 3 || digits[0] == '0') return digits;
    for (const char separator : {',', ' ', '\''}) {
      if (!IsGroup(at_, separator)) continue;
      while (IsGroup(at_, separator) && digits.size() < kMostDigits) {
        digits.append(text_.substr(at_ + 1, 3));
        at_ += 4;
      }
      break;
    }
    return digits;
  }

  std::string ReadDigits(size_t begin) {
    at_ = DigitsEnd(begin);
    return std::string(text_.substr(begin, at_ - begin));
  }

  // The whole part of "1.234,5", which means one thing only; empty for all else.
  std::string ReadPointGroups() {
    size_t at = DigitsEnd(at_);
    if (at == at_ || at > at_ + 3 || text_[at_] == '0') return {};
    std::string digits(text_.substr(at_, at - at_));
    while (IsGroup(at, '.') && digits.size() < kMostDigits) {
      digits.append(text_.substr(at + 1, 3));
      at += 4;
    }
    if (digits.size() < 4 || At(text_, at) != ',' || !IsDigit(At(text_, at + 1)) ||
        At(text_, DigitsEnd(at + 1)) == ',') {
      return {};
    }
    at_ = at;
    return digits;
  }

  std::string ReadFraction(bool comma_was_a_group) {
    const char c = At(text_, at_);
    const bool point = c == '.' || (c == ',' && comma_ == DecimalComma::kYes && !comma_was_a_group);
    if (!point || !IsDigit(At(text_, at_ + 1))) return {};
    const size_t end = DigitsEnd(at_ + 1);
    std::string digits(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end;
    // "6.022 140 76": groups of three.
    while (digits.size() % 3 == 0 && digits.size() >= 3 && digits.size() < kMostDigits &&
           IsGroup(at_, ' ')) {
      digits.append(text_.substr(at_ + 1, 3));
      at_ += 4;
    }
    return digits;
  }

  std::optional<Number> ReadLiteral() {
    const size_t begin = at_;
    if (!IsDigit(At(text_, at_)) && !(At(text_, at_) == '.' && IsDigit(At(text_, at_ + 1)))) {
      return std::nullopt;
    }
    std::string whole = ReadPointGroups();
    const bool continental = !whole.empty();
    if (!continental) whole = ReadWhole();
    const bool grouped =
        !continental && text_.substr(begin, at_ - begin).find(',') != std::string_view::npos;
    const std::string fraction = continental ? ReadDigits(at_ + 1) : ReadFraction(grouped);
    if (whole.size() + fraction.size() > kMostDigits) return std::nullopt;
    const int exponent = ReadTail();
    if (exponent > kHighestExponent || exponent < -kHighestExponent) return std::nullopt;

    Number number;
    std::string written = whole + fraction;
    const std::string scientific =
        written + "e" + std::to_string(exponent - static_cast<int>(fraction.size()));
    const auto [end, fault] =
        std::from_chars(scientific.data(), scientific.data() + scientific.size(), number.value);
    if (fault != std::errc()) return std::nullopt;
    (void)end;
    number.place = exponent - static_cast<int>(fraction.size());
    number.integer = fraction.empty() && !has_exponent_;
    const size_t first = written.find_first_not_of('0');
    if (first == std::string::npos) return number;
    number.digits = static_cast<int>(written.size() - first);
    number.sure_digits = number.digits;
    if (number.integer) {
      number.sure_digits = static_cast<int>(written.find_last_not_of('0') + 1 - first);
    }
    return number;
  }

  // The power of ten behind the digits: "e-3", "* 10^(-3)", "x10^-3", "*10-3"; 0 without one.
  int ReadTail() {
    has_exponent_ = false;
    const size_t before = at_;
    if ((At(text_, at_) == 'e' || At(text_, at_) == 'E')) {
      const char sign = At(text_, at_ + 1);
      const size_t digits = at_ + 1 + (sign == '-' || sign == '+');
      if (IsDigit(At(text_, digits)) && DigitsEnd(digits) - digits <= 4) {
        has_exponent_ = true;
        at_ = DigitsEnd(digits);
        int exponent = 0;
        std::from_chars(text_.data() + digits, text_.data() + at_, exponent);
        return sign == '-' ? -exponent : exponent;
      }
      return 0;
    }
    if (HasAt(text_, at_, "...")) at_ += 3;
    const size_t spaces = SkipSpaces(text_, at_);
    const char c = At(text_, spaces);
    if (c != '*' && c != 'x' && c != 'X') return 0;
    const size_t ten = SkipSpaces(text_, spaces + 1);
    if (!HasAt(text_, ten, "10")) return 0;
    at_ = ten + 2;
    if (At(text_, at_) == ' ' && At(text_, SkipSpaces(text_, at_)) == '^') {
      at_ = SkipSpaces(text_, at_);
    }
    const bool caret = At(text_, at_) == '^';
    if (caret) ++at_;
    // A raised exponent that lost its place: "1.2 x 10-3".
    if (caret || (At(text_, at_) == '-' && IsDigit(At(text_, at_ + 1)))) {
      if (const std::optional<int> exponent = ReadExponent()) {
        has_exponent_ = true;
        return *exponent;
      }
    }
    at_ = before;
    return 0;
  }

  void ReadMultiplier(Number* number) {
    constexpr std::pair<std::string_view, int> kWords[] = {
        {"thousand", 3}, {"million", 6}, {"billion", 9}, {"trillion", 12}};
    const size_t word = SkipSpaces(text_, at_);
    for (const auto& [name, power] : kWords) {
      if (!HasAt(text_, word, name) || WordEnd(text_, word) != word + name.size()) continue;
      number->value *= std::pow(10.0, power);
      number->place += power;
      number->integer = false;
      at_ = word + name.size();
      return;
    }
  }

  std::string_view text_;
  DecimalComma comma_;
  size_t at_ = 0;
  bool has_exponent_ = false;
};

}  // namespace

std::optional<NumberReading> ReadNumber(std::string_view plain, size_t begin, DecimalComma comma) {
  return Reader(plain, comma).Run(begin);
}

}  // namespace assay::science
