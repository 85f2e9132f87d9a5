#include "data/convert/python/python_literal.h"

#include <cctype>
#include <cstdint>

#include "base/text.h"
#include "text/json_reader.h"
#include "text/json_writer.h"
#include "text/utf8.h"

namespace assay {
namespace {

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// Each function passes over what it reads and says whether there was such a thing.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<std::string> Read() {
    if (!Value(0)) return std::nullopt;
    SkipSpace();
    if (at_ != text_.size()) return std::nullopt;
    return json_.Take();
  }

 private:
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void SkipSpace() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  bool Take(char c) {
    SkipSpace();
    if (Peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  bool TakeWord(std::string_view word) {
    if (!StartsWith(text_.substr(at_), word)) return false;
    at_ += word.size();
    return true;
  }

  bool Value(int depth) {
    if (depth > kMaxLiteralDepth) return false;
    SkipSpace();
    const char c = Peek();
    if (c == '{') return Dictionary(depth);
    if (c == '[') return List('[', ']', depth);
    if (c == '(') return List('(', ')', depth);
    if (c == '\'' || c == '"') {
      std::string value;
      if (!Texts(&value)) return false;
      json_.Bytes(value);
      return true;
    }
    if (TakeWord("None")) return json_.Null(), true;
    if (TakeWord("True")) return json_.Bool(true), true;
    if (TakeWord("False")) return json_.Bool(false), true;
    std::string number;
    if (!Number(&number)) return false;
    json_.Raw(number);
    return true;
  }

  bool List(char open, char close, int depth) {
    if (!Take(open)) return false;
    json_.BeginArray();
    while (!Take(close)) {
      if (!Value(depth + 1)) return false;
      if (Take(',')) continue;
      if (!Take(close)) return false;
      break;
    }
    json_.EndArray();
    return true;
  }

  bool Dictionary(int depth) {
    if (!Take('{')) return false;
    json_.BeginObject();
    while (!Take('}')) {
      std::string key;
      if (!Key(&key) || !Take(':')) return false;
      json_.Key(ReplaceInvalidUtf8(key));
      if (!Value(depth + 1)) return false;
      if (Take(',')) continue;
      if (!Take('}')) return false;
      break;
    }
    json_.EndObject();
    return true;
  }

  bool Key(std::string* key) {
    SkipSpace();
    if (Peek() == '\'' || Peek() == '"') return Texts(key);
    for (const auto& [word, name] : {std::pair<std::string_view, std::string_view>{"None", "null"},
                                     {"True", "true"},
                                     {"False", "false"}}) {
      if (!TakeWord(word)) continue;
      *key = name;
      return true;
    }
    return Number(key);
  }

  // Texts that stand beside each other are one.
  bool Texts(std::string* value) {
    do {
      if (!Text(value)) return false;
      SkipSpace();
    } while (Peek() == '\'' || Peek() == '"');
    return true;
  }

  bool Text(std::string* value) {
    const char quote = text_[at_++];
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == quote) return true;
      if (c == '\n') return false;
      if (c != '\\') {
        *value += c;
      } else if (!Escape(value)) {
        return false;
      }
    }
    return false;
  }

  bool Escape(std::string* value) {
    if (at_ == text_.size()) return false;
    const char c = text_[at_++];
    switch (c) {
      case '\n': return true;
      case 'n': *value += '\n'; return true;
      case 't': *value += '\t'; return true;
      case 'r': *value += '\r'; return true;
      case 'a': *value += '\a'; return true;
      case 'b': *value += '\b'; return true;
      case 'f': *value += '\f'; return true;
      case 'v': *value += '\v'; return true;
      case '\\':
      case '\'':
      case '"': *value += c; return true;
      case 'x': return Hexadecimal(2, value);
      case 'u': return Hexadecimal(4, value);
      case 'U': return Hexadecimal(8, value);
      default: break;
    }
    if (IsDigit(c)) return false;  // octal, which repr never writes
    *value += '\\';
    *value += c;
    return true;
  }

  bool Hexadecimal(int digits, std::string* value) {
    uint32_t code = 0;
    for (int i = 0; i < digits; ++i) {
      const int digit = HexValue(Peek());
      if (digit < 0) return false;
      code = code << 4 | static_cast<uint32_t>(digit);
      ++at_;
    }
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
    AppendUtf8(value, code);
    return true;
  }

  // As JSON writes it: what Python's repr gives of integers and floats.
  bool Number(std::string* number) {
    const size_t begin = at_;
    if (Peek() == '-' || Peek() == '+') ++at_;
    if (TakeWord("inf") || TakeWord("nan")) {
      const std::string_view word = text_.substr(begin, at_ - begin);
      *number = word == "nan" ? "NaN" : word[0] == '-' ? "-Infinity" : "Infinity";
      return word != "-nan" && word != "+nan";
    }
    while (IsDigit(Peek()) || Peek() == '.' || Peek() == 'e' || Peek() == 'E' ||
           ((Peek() == '-' || Peek() == '+') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E'))) {
      ++at_;
    }
    std::string_view word = text_.substr(begin, at_ - begin);
    if (!word.empty() && word[0] == '+') word.remove_prefix(1);
    *number = word;
    if (!number->empty() && number->back() == '.') *number += '0';
    const size_t first = !number->empty() && number->front() == '-' ? 1 : 0;
    if (first < number->size() && (*number)[first] == '.') number->insert(first, 1, '0');
    return IsJson(*number);
  }

  const std::string_view text_;
  size_t at_ = 0;
  JsonWriter json_;
};

}  // namespace

std::optional<std::string> PythonLiteralToJson(std::string_view text) {
  return Reader(text).Read();
}

}  // namespace assay
