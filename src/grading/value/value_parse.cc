// A map: values from texts; Unmark, which turns the marked objects of drivers into what they stand
// for; Parser, which reads JSON and a few words more, or only checks it; ParseValue, SplitObject
// and Find at the end are the entries.

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "base/text.h"
#include "grading/compare/number.h"
#include "grading/value/value.h"
#include "text/utf8.h"

namespace assay {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Value MakeFloat(double number, std::string_view text) {
  Value value;
  value.kind = Value::Kind::kFloat;
  value.number = number;
  value.text = text;
  return value;
}

Value MakeText(Value::Kind kind, std::string text) {
  Value value;
  value.kind = kind;
  value.text = std::move(text);
  return value;
}

std::string NormalInteger(std::string_view digits) {
  const bool negative = digits[0] == '-';
  if (negative) digits.remove_prefix(1);
  const size_t first = digits.find_first_not_of('0');
  if (first == std::string_view::npos) return "0";
  std::string result(negative ? "-" : "");
  result += digits.substr(first);
  return result;
}

// A fraction counts as the integer or the nearest double it stands for.
bool UnmarkFraction(const Value& inner, Value* value) {
  if (inner.items.size() != 2) return false;
  for (const Value& part : inner.items) {
    if (part.kind != Value::Kind::kInteger) return false;
  }
  const std::string& numerator = inner.items[0].text;
  const std::string& denominator = inner.items[1].text;
  const double number = DecimalValue(numerator) / DecimalValue(denominator);
  if (denominator == "1") {
    *value = MakeText(Value::Kind::kInteger, numerator);
  } else if (std::isfinite(number)) {
    *value = MakeFloat(number, numerator + "/" + denominator);
  } else {
    *value = MakeText(Value::Kind::kOpaque, "Fraction");
  }
  return true;
}

// Turns {"$set":[…]} and its siblings into what they stand for. False: the marker's contents are
// malformed.
bool Unmark(Value* value) {
  using Kind = Value::Kind;
  if (value->kind != Kind::kDict || value->items.size() != 2) return true;
  const std::string marker = value->items[0].text;
  if (marker.empty() || marker[0] != '$') return true;
  Value inner = std::move(value->items[1]);
  const bool is_text = inner.kind == Kind::kString;
  const bool is_list = inner.kind == Kind::kList;
  if (marker == "$float") {
    if (!is_text || !IsNonFiniteWord(inner.text)) return false;
    *value = MakeFloat(*ParsePythonFloat(inner.text), inner.text);
  } else if (marker == "$decimal" || marker == "$repr") {
    if (!is_text) return false;
    *value = MakeText(marker == "$repr" ? Kind::kOpaque : Kind::kDecimal, std::move(inner.text));
  } else if (marker == "$bytes") {
    auto bytes = is_text ? Base64Decode(inner.text) : std::nullopt;
    if (!bytes) return false;
    *value = MakeText(Kind::kBytes, std::move(*bytes));
  } else if (marker == "$set") {
    if (!is_list) return false;
    inner.kind = Kind::kSet;
    *value = std::move(inner);
  } else if (marker == "$complex") {
    if (!is_list || inner.items.size() != 2) return false;
    for (const Value& part : inner.items) {
      if (part.kind != Kind::kFloat && part.kind != Kind::kInteger) return false;
    }
    inner.kind = Kind::kComplex;
    *value = std::move(inner);
  } else if (marker == "$fraction") {
    return is_list && UnmarkFraction(inner, value);
  } else if (marker == "$dict") {
    if (!is_list) return false;
    Value dict;
    dict.kind = Kind::kDict;
    dict.items.reserve(inner.items.size() * 2);
    for (Value& pair : inner.items) {
      if (pair.kind != Kind::kList || pair.items.size() != 2) return false;
      dict.items.push_back(std::move(pair.items[0]));
      dict.items.push_back(std::move(pair.items[1]));
    }
    *value = std::move(dict);
  } else {
    value->items[1] = std::move(inner);  // an ordinary key that happens to start with '$'
  }
  return true;
}

// Where a value is to be put, null stands for nowhere: then the text is only checked.
class Parser {
 public:
  // `most`: how many values there may be at a time.
  Parser(std::string_view text, size_t most) : text_(text), most_(most) {}

  bool ParseWhole(Value* value) {
    if (!ParseOne(value, 0)) return false;
    SkipSpace();
    return at_ == text_.size() || Fail("text after the value");
  }
  // An object, of whose members only the keys are read.
  bool ParseMembers(std::vector<ValueMember>* members) {
    SkipSpace();
    if (!Take('{')) return Fail("not an object");
    SkipSpace();
    for (bool more = !Take('}'); more;) {
      ValueMember member;
      if (members->size() >= most_) return Fail("too many members");
      if (!ParseKey(&member.key)) return false;
      SkipSpace();
      const size_t begin = at_;
      if (!ParseOne(nullptr, 1)) return false;
      member.text = text_.substr(begin, at_ - begin);
      members->push_back(std::move(member));
      SkipSpace();
      more = Take(',');
      if (!more && !Take('}')) return Fail("',' or '}' is missing");
    }
    SkipSpace();
    return at_ == text_.size() || Fail("text after the value");
  }
  std::optional<std::string_view> FirstItem() {
    SkipSpace();
    if (!Take('[')) return std::nullopt;
    SkipSpace();
    const size_t begin = at_;
    if (!ParseOne(nullptr, 1)) return std::nullopt;
    return text_.substr(begin, at_ - begin);
  }
  std::string error() const { return fmt::format("{} at byte {}", problem_, at_); }
  bool too_many() const { return too_many_; }

 private:
  bool Fail(const char* problem) {
    problem_ = problem;
    return false;
  }
  void SkipSpace() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  bool Take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  // A new item of `parent`, or null when that is.
  Value* Add(Value* parent) { return parent == nullptr ? nullptr : &parent->items.emplace_back(); }
  bool MayAdd(const Value* parent) {
    if (parent == nullptr || ++values_ <= most_) return true;
    too_many_ = true;
    return Fail("too many values");
  }
  static void Put(Value* value, Value read) {
    if (value != nullptr) *value = std::move(read);
  }

  bool ParseOne(Value* value, int depth) {
    if (depth > kMaxValueDepth) return Fail("nested too deeply");
    SkipSpace();
    if (at_ == text_.size()) return Fail("a value is missing");
    switch (text_[at_]) {
      case '{': return ParseObject(value, depth);
      case '[': return ParseArray(value, depth);
      case '"': {
        if (value == nullptr) return ParseString(nullptr);
        value->kind = Value::Kind::kString;
        return ParseString(&value->text);
      }
      default: break;
    }
    if (TakeWord("null")) return true;
    if (TakeWord("true")) {
      Put(value, MakeText(Value::Kind::kBool, "true"));
    } else if (TakeWord("false")) {
      Put(value, MakeText(Value::Kind::kBool, "false"));
    } else if (TakeWord("NaN")) {
      Put(value, MakeFloat(std::numeric_limits<double>::quiet_NaN(), "nan"));
    } else if (TakeWord("Infinity")) {
      Put(value, MakeFloat(kInfinity, "inf"));
    } else if (TakeWord("-Infinity")) {
      Put(value, MakeFloat(-kInfinity, "-inf"));
    } else {
      return ParseNumber(value);
    }
    return true;
  }

  size_t TakeDigits() {
    const size_t start = at_;
    while (at_ < text_.size() && IsDigit(text_[at_])) ++at_;
    return at_ - start;
  }

  bool ParseNumber(Value* value) {
    const size_t start = at_;
    Take('-');
    if (TakeDigits() == 0) return Fail("not a value");
    bool is_float = false;
    if (Take('.')) {
      is_float = true;
      if (TakeDigits() == 0) return Fail("digits are missing after the point");
    }
    if (Take('e') || Take('E')) {
      is_float = true;
      if (!Take('+')) Take('-');
      if (TakeDigits() == 0) return Fail("digits are missing in the exponent");
    }
    if (value == nullptr) return true;
    const std::string_view text = text_.substr(start, at_ - start);
    *value = is_float ? MakeFloat(DecimalValue(text), text)
                      : MakeText(Value::Kind::kInteger, NormalInteger(text));
    return true;
  }

  bool ParseHex4(uint32_t* code) {
    if (text_.size() - at_ < 4) return Fail("a \\u escape is cut off");
    *code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = LowerAscii(text_[at_]);
      if (IsDigit(c)) {
        *code = *code * 16 + static_cast<uint32_t>(c - '0');
      } else if (c >= 'a' && c <= 'f') {
        *code = *code * 16 + static_cast<uint32_t>(c - 'a' + 10);
      } else {
        return Fail("bad hexadecimal digit");
      }
    }
    return true;
  }

  bool ParseEscape(std::string* out) {
    if (at_ == text_.size()) return Fail("unterminated string");
    std::string nowhere;
    if (out == nullptr) out = &nowhere;
    switch (text_[at_++]) {
      case '"': out->push_back('"'); return true;
      case '\\': out->push_back('\\'); return true;
      case '/': out->push_back('/'); return true;
      case 'b': out->push_back('\b'); return true;
      case 'f': out->push_back('\f'); return true;
      case 'n': out->push_back('\n'); return true;
      case 'r': out->push_back('\r'); return true;
      case 't': out->push_back('\t'); return true;
      case 'u': break;
      default: --at_; return Fail("unknown escape");
    }
    uint32_t code = 0;
    if (!ParseHex4(&code)) return false;
    const size_t after = at_;
    if (code >= 0xD800 && code < 0xDC00 && TakeWord("\\u")) {
      uint32_t low = 0;
      if (!ParseHex4(&low)) return false;
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      } else {
        at_ = after;  // a lone surrogate; what follows is a character of its own
      }
    }
    AppendUtf8(out, code);
    return true;
  }

  bool ParseString(std::string* out) {
    ++at_;  // the quote
    while (true) {
      const size_t end = text_.find_first_of("\"\\", at_);
      if (end == std::string_view::npos) return Fail("unterminated string");
      if (out != nullptr) out->append(text_.substr(at_, end - at_));
      at_ = end + 1;
      if (text_[end] == '"') return true;
      if (!ParseEscape(out)) return false;
    }
  }

  bool ParseArray(Value* value, int depth) {
    if (value != nullptr) value->kind = Value::Kind::kList;
    ++at_;
    SkipSpace();
    if (Take(']')) return true;
    while (true) {
      if (!MayAdd(value) || !ParseOne(Add(value), depth + 1)) return false;
      SkipSpace();
      if (Take(']')) return true;
      if (!Take(',')) return Fail("',' or ']' is missing");
    }
  }

  bool ParseObject(Value* value, int depth) {
    if (value != nullptr) value->kind = Value::Kind::kDict;
    ++at_;
    SkipSpace();
    if (Take('}')) return true;
    const size_t before = values_;
    while (true) {
      if (!MayAdd(value)) return false;
      Value* const key = Add(value);
      if (key != nullptr) key->kind = Value::Kind::kString;
      if (!ParseKey(key == nullptr ? nullptr : &key->text)) return false;
      if (!MayAdd(value) || !ParseOne(Add(value), depth + 1)) return false;
      SkipSpace();
      if (Take('}')) return value == nullptr || ParseMarker(before, value);
      if (!Take(',')) return Fail("',' or '}' is missing");
    }
  }

  // With the colon.
  bool ParseKey(std::string* key) {
    SkipSpace();
    if (at_ == text_.size() || text_[at_] != '"') return Fail("a key is missing");
    if (!ParseString(key)) return false;
    SkipSpace();
    return Take(':') || Fail("':' is missing");
  }

  // An object is complete. What a marker stands for is fewer values than the marker: `before` there
  // were that many.
  bool ParseMarker(size_t before, Value* value) {
    const size_t pairs = value->items.size() == 2 ? value->items[1].items.size() : 0;
    const bool is_dict = pairs > 0 && value->items[0].text == "$dict";
    if (!Unmark(value)) return Fail("a malformed marker object");
    if (value->items.empty()) {
      values_ = before;
    } else if (is_dict) {
      values_ -= 2 + pairs;
    } else if (value->kind != Value::Kind::kDict) {
      values_ -= 2;
    }
    return true;
  }

  const std::string_view text_;
  const size_t most_;
  size_t values_ = 1;
  bool too_many_ = false;
  size_t at_ = 0;
  const char* problem_ = "";
};

}  // namespace

std::optional<Value> ParseValue(std::string_view text, std::string* error) {
  ValueFault fault;
  auto value = ParseValueWithin(text, std::numeric_limits<size_t>::max(), &fault);
  if (!value && error != nullptr) *error = std::move(fault.message);
  return value;
}

size_t CountValues(const Value& value) {
  size_t count = 1;
  for (const Value& item : value.items) count += CountValues(item);
  return count;
}

std::optional<Value> ParseValueWithin(std::string_view text, size_t most, ValueFault* fault) {
  Parser parser(text, most);
  std::optional<Value> value(std::in_place);
  if (parser.ParseWhole(&*value)) return value;
  *fault = {parser.error(), parser.too_many()};
  return std::nullopt;
}

std::optional<std::vector<ValueMember>> SplitObject(std::string_view text, size_t most,
                                                    std::string* error) {
  Parser parser(text, most);
  std::optional<std::vector<ValueMember>> members(std::in_place);
  if (parser.ParseMembers(&*members)) return members;
  if (error != nullptr) *error = parser.error();
  return std::nullopt;
}

std::optional<std::string_view> FirstItem(std::string_view text) {
  return Parser(text, 0).FirstItem();
}

const Value* Find(const Value& dict, std::string_view key) {
  if (dict.kind != Value::Kind::kDict) return nullptr;
  for (size_t i = dict.items.size(); i >= 2; i -= 2) {
    const Value& candidate = dict.items[i - 2];
    if (candidate.kind == Value::Kind::kString && candidate.text == key) return &dict.items[i - 1];
  }
  return nullptr;
}

Value* Find(Value& dict, std::string_view key) {
  return const_cast<Value*>(Find(std::as_const(dict), key));
}

}  // namespace assay
