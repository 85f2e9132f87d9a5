#include "math/find/extract_text.h"

#include <algorithm>
#include <array>
#include <string>

namespace assay::math {
namespace {

constexpr std::array<std::string_view, 26> kFunctions = {
    "sin",  "cos",  "tan",  "cot", "sec", "csc", "arcsin", "arccos", "arctan",
    "sinh", "cosh", "tanh", "log", "ln",  "lg",  "exp",    "sqrt",   "cbrt",
    "pi",   "max",  "min",  "gcd", "lcm", "mod", "inf",    "abs"};

constexpr std::array<std::string_view, 10> kTextCommands = {
    "text",         "mbox",  "mathrm", "textbf", "textit",
    "operatorname", "begin", "end",    "textrm", "label"};

unsigned char Byte(std::string_view text, size_t pos) {
  return pos < text.size() ? static_cast<unsigned char>(text[pos]) : 0;
}

char32_t Decode(std::string_view text, size_t pos) {
  const unsigned char c = Byte(text, pos);
  switch (CharLength(text, pos)) {
    case 2: return ((c & 0x1f) << 6) | (Byte(text, pos + 1) & 0x3f);
    case 3:
      return ((c & 0x0f) << 12) | ((Byte(text, pos + 1) & 0x3f) << 6) |
             (Byte(text, pos + 2) & 0x3f);
    case 4: return 0x10000;  // beyond the basic plane: neither letters of prose nor symbols we read
    default: return c;
  }
}

bool IsSymbol(char32_t c) {
  return c == 0xB0 || c == 0xB1 || c == 0xB2 || c == 0xB3 || c == 0xB7 || c == 0xB9 ||
         (c >= 0xBC && c <= 0xBE) || c == 0xD7 || c == 0xF7 || (c >= 0x391 && c <= 0x3C9) ||
         (c >= 0x2070 && c <= 0x209C) || (c >= 0x2150 && c <= 0x215F) ||
         (c >= 0x2200 && c <= 0x22FF) || c == 0x27E8 || c == 0x27E9;
}

// Letters outside ASCII that make words: Latin, Cyrillic, Arabic, Indic, CJK and so on.
bool IsForeignLetter(char32_t c) {
  if (c < 0xC0 || IsSymbol(c)) return false;
  if (c >= 0x2000 && c <= 0x2BFF) return false;
  if (c >= 0x3000 && c <= 0x303F) return false;
  if (c >= 0xFE00 && c <= 0xFFFF) return false;
  return c < 0x10000;
}

}  // namespace

size_t CharLength(std::string_view text, size_t pos) {
  const unsigned char c = Byte(text, pos);
  size_t length = 1;
  if (c >= 0xF0) {
    length = 4;
  } else if (c >= 0xE0) {
    length = 3;
  } else if (c >= 0xC0) {
    length = 2;
  }
  return std::min(length, text.size() - pos);
}

size_t SymbolLength(std::string_view text, size_t pos) {
  if (Byte(text, pos) < 0x80) return 0;
  return IsSymbol(Decode(text, pos)) ? CharLength(text, pos) : 0;
}

size_t WordEnd(std::string_view text, size_t pos, size_t end) {
  while (pos < end) {
    if (IsAsciiLetter(text[pos])) {
      ++pos;
    } else if (Byte(text, pos) >= 0xC0 && IsForeignLetter(Decode(text, pos))) {
      pos = std::min(end, pos + CharLength(text, pos));
    } else {
      break;
    }
  }
  return pos;
}

bool IsFunctionName(std::string_view word) {
  return std::find(kFunctions.begin(), kFunctions.end(), word) != kFunctions.end();
}

namespace {

// End of the command at pos (a backslash), with the group of a text command; pos when it is none
// that belongs into a run.
size_t CommandEnd(std::string_view text, size_t pos, size_t end) {
  if (pos + 1 >= end) return pos;
  const char next = text[pos + 1];
  if (std::string_view("%,!;:{}| ").find(next) != std::string_view::npos) return pos + 2;
  if (!IsAsciiLetter(next)) return pos;
  size_t i = pos + 1;
  while (i < end && IsAsciiLetter(text[i])) ++i;
  const std::string_view name = text.substr(pos + 1, i - pos - 1);
  if (std::find(kTextCommands.begin(), kTextCommands.end(), name) != kTextCommands.end() &&
      i < end && text[i] == '{') {
    constexpr size_t kMaxGroup = 200;
    const size_t close = text.substr(0, std::min(end, i + kMaxGroup)).find('}', i);
    if (close == std::string_view::npos) return pos;
    i = close + 1;
  }
  return i;
}

// Two or three letters glued to a number are a product of variables only when the expression goes
// on: "3xy + 2", against "5cm".
bool ContinuesExpression(std::string_view text, size_t word, size_t word_end, size_t begin,
                         size_t end) {
  if (word == begin || !IsDigit(text[word - 1]) || word_end - word > 3) return false;
  while (word_end < end && text[word_end] == ' ') ++word_end;
  return word_end < end &&
         std::string_view("+-*/^=").find(text[word_end]) != std::string_view::npos;
}

}  // namespace

size_t ReadMathRun(std::string_view text, size_t pos, size_t end) {
  size_t i = pos;
  int depth = 0;
  while (i < end) {
    const char c = text[i];
    const bool digit_before = i > pos && IsDigit(text[i - 1]);
    const bool digit_after = i + 1 < end && IsDigit(text[i + 1]);
    if (IsDigit(c) || c == ' ') {
      if (c == ' ' && i == pos) break;
      ++i;
    } else if (c == '.') {
      if (!digit_after) break;
      ++i;
    } else if (c == ',' || c == ':') {
      if (!(digit_before && digit_after) && !(depth > 0 && c == ',')) break;
      ++i;
    } else if (c == '*' && i + 1 < end && text[i + 1] == '*') {
      // Markdown emphasis, unless it is a power: 2**10.
      const bool power = digit_before && i + 2 < end && IsDigit(text[i + 2]);
      if (!power) break;
      i += 2;
    } else if (std::string_view("+-*/^=<>!%_|'").find(c) != std::string_view::npos) {
      ++i;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
      ++i;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
      ++i;
    } else if (c == '\\') {
      const size_t command_end = CommandEnd(text, i, end);
      if (command_end == i) break;
      i = command_end;
    } else if (const size_t symbol = SymbolLength(text, i); symbol > 0) {
      i = std::min(end, i + symbol);
    } else {
      const size_t word_end = WordEnd(text, i, end);
      if (word_end == i) break;
      const std::string_view word = text.substr(i, word_end - i);
      if (!(word.size() == 1 || IsFunctionName(word) ||
            ContinuesExpression(text, i, word_end, pos, end))) {
        break;
      }
      i = word_end;
    }
  }
  return i;
}

bool IsEscaped(std::string_view text, size_t pos) {
  size_t backslashes = 0;
  while (backslashes < pos && text[pos - 1 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

Span TrimBlanks(std::string_view text, Span span) {
  while (!span.empty() && IsBlank(text[span.begin])) ++span.begin;
  while (!span.empty() && IsBlank(text[span.end - 1])) --span.end;
  return span;
}

Span TrimAnswer(std::string_view text, Span span) {
  constexpr std::string_view kEdge = "*_\"`";
  for (bool changed = true; changed && !span.empty();) {
    changed = false;
    const Span blanks = TrimBlanks(text, span);
    changed = blanks.begin != span.begin || blanks.end != span.end;
    span = blanks;
    if (span.empty()) break;
    const char last = text[span.end - 1];
    if (kEdge.find(text[span.begin]) != std::string_view::npos) {
      ++span.begin;
      changed = true;
    } else if ((kEdge.find(last) != std::string_view::npos || last == '.' || last == ',' ||
                last == ';') &&
               !IsEscaped(text, span.end - 1)) {
      // "\left." keeps its period, and so does an ellipsis.
      if (last == '.' && span.size() >= 6 &&
          (text.substr(span.end - 6, 6) == "\\left." || text.substr(span.end - 6, 6) == "right.")) {
        break;
      }
      if (last == '.' && span.size() >= 2 && text[span.end - 2] == '.') break;
      --span.end;
      changed = true;
    } else if (span.size() >= 3 && text.substr(span.end - 3, 3) == "。") {
      span.end -= 3;
      changed = true;
    }
  }
  return span;
}

bool StartsWithAt(std::string_view text, size_t pos, std::string_view prefix) {
  return pos <= text.size() && text.size() - pos >= prefix.size() &&
         text.compare(pos, prefix.size(), prefix) == 0;
}

bool StartsWithNoCaseAt(std::string_view text, size_t pos, std::string_view lower) {
  if (pos > text.size() || text.size() - pos < lower.size()) return false;
  for (size_t i = 0; i < lower.size(); ++i) {
    const char c = text[pos + i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != lower[i]) return false;
  }
  return true;
}

size_t RFindNoCase(std::string_view text, std::string_view lower, size_t before) {
  for (size_t i = std::min(before, text.size()); i-- > 0;) {
    if (StartsWithNoCaseAt(text, i, lower)) return i;
  }
  return std::string_view::npos;
}

int CountWords(std::string_view text, Span range, int limit) {
  int words = 0;
  size_t i = range.begin;
  while (i < range.end && words < limit) {
    if (text[i] == '\\') {
      const size_t command_end = CommandEnd(text, i, range.end);
      i = command_end > i ? command_end : i + 2;
      continue;
    }
    const size_t word_end = WordEnd(text, i, range.end);
    if (word_end == i) {
      i += CharLength(text, i);
      continue;
    }
    const std::string_view word = text.substr(i, word_end - i);
    if (word.size() >= 2 && !IsFunctionName(word)) ++words;
    i = word_end;
  }
  return words;
}

}  // namespace assay::math
