// A map: the characters of JSON; JsonIndexer, which checks a text and notes where its values stand;
// then JsonDocument and JsonValue, which read from that index.

#include "text/json_reader.h"

#include <simdjson.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "text/utf8.h"

namespace assay {
namespace {

bool IsSpace(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Value of the four digits at `at`, or -1.
int Hex4(std::string_view text, size_t at) {
  if (at + 4 > text.size()) return -1;
  int value = 0;
  for (size_t i = at; i < at + 4; ++i) {
    const int digit = HexDigit(text[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

bool IsHigh(int unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
bool IsLow(int unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

// First position from `at` on with a quote, a backslash or a control character.
size_t SkipPlain(std::string_view text, size_t at) {
  constexpr uint64_t kOnes = 0x0101010101010101ULL;
  constexpr uint64_t kHighs = 0x8080808080808080ULL;
  const auto has_zero = [](uint64_t word) { return (word - kOnes) & ~word & kHighs; };
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    const uint64_t control = (word - kOnes * 0x20) & ~word & kHighs;
    if (control | has_zero(word ^ (kOnes * '"')) | has_zero(word ^ (kOnes * '\\'))) break;
  }
  while (at < text.size() && text[at] != '"' && text[at] != '\\' &&
         static_cast<unsigned char>(text[at]) >= 0x20) {
    ++at;
  }
  return at;
}

}  // namespace

// Builds the index: one node for each value and key, in source order.
class JsonIndexer {
 public:
  JsonIndexer(JsonDocument* document, JsonError* error)
      : nodes_(document->nodes_), text_(document->text_), error_(error) {}

  bool Run() {
    if (text_.size() >= std::numeric_limits<uint32_t>::max()) {
      error_->too_large = true;
      return Fail("the document is larger than 4 GiB");
    }
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
    if (!simdjson::validate_utf8(text_.data(), text_.size())) {
      at_ = FirstInvalidUtf8(text_);
      return Fail("not valid UTF-8");
    }
    if (!Value()) return false;
    while (!open_.empty()) {
      if (!AfterValue()) return false;
    }
    SkipSpace();
    return at_ == text_.size() || Fail("extra data after the value");
  }

 private:
  bool Fail(std::string message) {
    error_->offset = at_;
    error_->message = std::move(message);
    return false;
  }

  void SkipSpace() {
    while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
  }
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool Push(JsonType type, size_t begin) {
    if (nodes_.size() >= JsonDocument::kMaxValues) {
      error_->too_large = true;
      return Fail("more than 16 million values");
    }
    const auto index = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back(
        {static_cast<uint32_t>(begin), static_cast<uint32_t>(at_), index + 1, type, false, false});
    return true;
  }

  // One value, or the opening of a container and its first value.
  bool Value() {
    while (true) {
      SkipSpace();
      const size_t begin = at_;
      switch (Peek()) {
        case '{':
        case '[': {
          const bool object = text_[at_] == '{';
          if (open_.size() >= JsonDocument::kMaxDepth) {
            error_->too_large = true;
            return Fail("nested deeper than 512 levels");
          }
          ++at_;
          if (!Push(object ? JsonType::kObject : JsonType::kArray, begin)) return false;
          open_.push_back(static_cast<uint32_t>(nodes_.size() - 1));
          SkipSpace();
          if (Peek() == (object ? '}' : ']') && at_ < text_.size()) return CloseTop();
          if (object && !Key()) return false;
          continue;
        }
        case '"': return StringToken();
        case 't': return Literal("true", JsonType::kBool);
        case 'f': return Literal("false", JsonType::kBool);
        case 'n': return Literal("null", JsonType::kNull);
        case 'N': return Literal("NaN", JsonType::kNumber);
        case 'I': return Literal("Infinity", JsonType::kNumber);
        default: return Number();
      }
    }
  }

  // After a value inside a container: a comma and the next value, or the end of the container.
  bool AfterValue() {
    const bool object = nodes_[open_.back()].type == JsonType::kObject;
    SkipSpace();
    if (at_ >= text_.size()) return Fail("unexpected end");
    if (text_[at_] == (object ? '}' : ']')) return CloseTop();
    if (text_[at_] != ',') return Fail(object ? "expected ',' or '}'" : "expected ',' or ']'");
    ++at_;
    if (object && !Key()) return false;
    return Value();
  }

  bool CloseTop() {
    ++at_;
    JsonDocument::Node& node = nodes_[open_.back()];
    node.end = static_cast<uint32_t>(at_);
    node.next = static_cast<uint32_t>(nodes_.size());
    open_.pop_back();
    return true;
  }

  bool Key() {
    SkipSpace();
    if (Peek() != '"') return Fail("expected a key in double quotes");
    if (!StringToken()) return false;
    SkipSpace();
    if (Peek() != ':') return Fail("expected ':'");
    ++at_;
    return true;
  }

  bool Literal(std::string_view word, JsonType type) {
    if (text_.substr(at_, word.size()) != word) return Fail("expected a value");
    const size_t begin = at_;
    at_ += word.size();
    return Push(type, begin);
  }

  bool Number() {
    const size_t begin = at_;
    if (Peek() == '-') ++at_;
    if (Peek() == 'I') {
      if (text_.substr(at_, 8) != "Infinity") return Fail("expected a value");
      at_ += 8;
      return Push(JsonType::kNumber, begin);
    }
    if (!IsDigit(Peek())) {
      at_ = begin;
      return Fail(at_ < text_.size() ? "expected a value" : "unexpected end");
    }
    if (Peek() == '0') {
      ++at_;
    } else {
      Digits();
    }
    if (Peek() == '.') {
      ++at_;
      if (!Digits()) return Fail("expected a digit");
    }
    if (Peek() == 'e' || Peek() == 'E') {
      ++at_;
      if (Peek() == '+' || Peek() == '-') ++at_;
      if (!Digits()) return Fail("expected a digit");
    }
    return Push(JsonType::kNumber, begin);
  }

  bool Digits() {
    const size_t begin = at_;
    while (IsDigit(Peek())) ++at_;
    return at_ > begin;
  }

  bool StringToken() {
    const size_t begin = at_++;
    bool escaped = false;
    bool lone = false;
    while (true) {
      at_ = SkipPlain(text_, at_);
      if (at_ >= text_.size()) return Fail("unterminated string");
      if (text_[at_] == '"') break;
      if (text_[at_] != '\\') return Fail("control character in a string");
      escaped = true;
      if (!Escape(&lone)) return false;
    }
    ++at_;
    if (!Push(JsonType::kString, begin)) return false;
    nodes_.back().escaped = escaped;
    nodes_.back().lone_surrogate = lone;
    return true;
  }

  bool Escape(bool* lone) {
    const char letter = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (letter != 'u') {
      if (letter == '\0' || !std::strchr("\"\\/bfnrt", letter)) return Fail("invalid escape");
      at_ += 2;
      return true;
    }
    const int unit = Hex4(text_, at_ + 2);
    if (unit < 0) return Fail("invalid \\u escape");
    at_ += 6;
    if (IsLow(unit)) *lone = true;
    if (!IsHigh(unit)) return true;
    if (text_.substr(at_, 2) == "\\u" && IsLow(Hex4(text_, at_ + 2))) {
      at_ += 6;
    } else {
      *lone = true;
    }
    return true;
  }

  std::vector<JsonDocument::Node>& nodes_;
  const std::string_view text_;
  JsonError* const error_;
  size_t at_ = 0;
  std::vector<uint32_t> open_;
};

std::optional<JsonDocument> JsonDocument::Parse(std::string_view text, JsonError* error) {
  JsonDocument document(text);
  if (!JsonIndexer(&document, error).Run()) return std::nullopt;
  return document;
}

bool IsJson(std::string_view text) {
  JsonError error;
  return JsonDocument::Parse(text, &error).has_value();
}

JsonType JsonValue::type() const {
  return document_->nodes_[node_].type;
}

std::string_view JsonValue::raw() const {
  const auto& node = document_->nodes_[node_];
  return document_->text_.substr(node.begin, node.end - node.begin);
}

double JsonValue::Double() const {
  std::string_view text = raw();
  const bool negative = text[0] == '-';
  if (negative) text.remove_prefix(1);
  double value = 0;
  if (text == "NaN") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (text == "Infinity") {
    value = std::numeric_limits<double>::infinity();
  } else if (std::from_chars(text.data(), text.data() + text.size(), value).ec ==
             std::errc::result_out_of_range) {
    value = std::strtod(std::string(text).c_str(), nullptr);
  }
  return negative ? -value : value;
}

bool JsonValue::HasLoneSurrogate() const {
  return document_->nodes_[node_].lone_surrogate;
}

std::string JsonValue::String() const {
  std::string_view text = raw();
  text = text.substr(1, text.size() - 2);
  if (!document_->nodes_[node_].escaped) return std::string(text);
  std::string out;
  out.reserve(text.size());
  size_t at = 0;
  while (at < text.size()) {
    const size_t backslash = std::min(text.find('\\', at), text.size());
    out.append(text, at, backslash - at);
    at = backslash;
    if (at == text.size()) break;
    const char letter = text[at + 1];
    at += 2;
    switch (letter) {
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'u': {
        int code = Hex4(text, at);
        at += 4;
        const int low = text.substr(at, 2) == "\\u" ? Hex4(text, at + 2) : -1;
        if (IsHigh(code) && IsLow(low)) {
          code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
          at += 6;
        } else if (IsHigh(code) || IsLow(code)) {
          code = 0xFFFD;
        }
        AppendUtf8(&out, code);
        break;
      }
      default: out += letter;
    }
  }
  return out;
}

size_t JsonValue::Count() const {
  const auto& nodes = document_->nodes_;
  size_t count = 0;
  for (uint32_t child = node_ + 1; child < nodes[node_].next; child = nodes[child].next) ++count;
  return type() == JsonType::kObject ? count / 2 : count;
}

std::vector<JsonValue> JsonValue::Items() const {
  const auto& nodes = document_->nodes_;
  std::vector<JsonValue> items;
  for (uint32_t child = node_ + 1; child < nodes[node_].next; child = nodes[child].next) {
    items.push_back(JsonValue(document_, child));
  }
  return items;
}

std::vector<JsonValue::Member> JsonValue::Members() const {
  const auto& nodes = document_->nodes_;
  std::vector<Member> members;
  for (uint32_t key = node_ + 1; key < nodes[node_].next; key = nodes[key + 1].next) {
    members.push_back({JsonValue(document_, key).String(), JsonValue(document_, key + 1)});
  }
  return members;
}

bool JsonValue::KeyIs(std::string_view key) const {
  const std::string_view text = raw();
  if (document_->nodes_[node_].escaped) return String() == key;
  return text.substr(1, text.size() - 2) == key;
}

JsonValue JsonValue::Find(std::string_view key) const {
  if (!Is(JsonType::kObject)) return {};
  const auto& nodes = document_->nodes_;
  JsonValue found;
  for (uint32_t at = node_ + 1; at < nodes[node_].next; at = nodes[at + 1].next) {
    if (JsonValue(document_, at).KeyIs(key)) found = JsonValue(document_, at + 1);
  }
  return found;
}

}  // namespace assay
