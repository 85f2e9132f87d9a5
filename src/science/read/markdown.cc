// Markdown's marks, taken away in place.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "science/read/notation.h"

namespace assay::science {
namespace {

bool IsBlankSign(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Whether marks at a place begin or end emphasis: a word on their inner side only.
bool IsOpen(std::string_view text, size_t at, size_t size) {
  const char before = at == 0 ? ' ' : text[at - 1];
  const char inside = At(text, at + size);
  return !IsLetter(before) && !IsDigit(before) && before != '\\' && before != ')' &&
         inside != '\0' && !IsBlankSign(inside) && inside != '*' && inside != '_';
}
bool IsClose(std::string_view text, size_t at, size_t size) {
  const char after = At(text, at + size);
  return at > 0 && !IsBlankSign(text[at - 1]) && !IsLetter(after) && !IsDigit(after) &&
         after != '(' && after != '{' && after != '\\';
}

// A line of Markdown: marks that come in pairs.
void BlankEmphasis(std::string_view text, size_t begin, size_t end, std::string* out) {
  constexpr size_t kNone = std::string_view::npos;
  struct Mark {
    char sign;
    size_t size;
    size_t open;
  };
  std::array<Mark, 6> marks = {{{'*', 3, kNone},
                                {'*', 2, kNone},
                                {'*', 1, kNone},
                                {'_', 2, kNone},
                                {'_', 1, kNone},
                                {'`', 1, kNone}}};
  bool formula = false;
  for (size_t at = begin; at < end;) {
    const char c = text[at];
    if (c == '$') formula = !formula;
    if ((c != '*' && c != '_' && c != '`') || (formula && c != '*')) {
      ++at;
      continue;
    }
    size_t size = 1;
    while (at + size < end && text[at + size] == c) ++size;
    for (Mark& mark : marks) {
      if (mark.sign != c || mark.size != size) continue;
      if (mark.open != kNone && IsClose(text, at, size)) {
        for (size_t i = 0; i < size; ++i) (*out)[mark.open + i] = (*out)[at + i] = ' ';
        mark.open = kNone;
      } else if (!formula && IsOpen(text, at, size)) {
        mark.open = at;
      }
    }
    at += size;
  }
}

// A row of a Markdown table: its bars, or all of a rule.
void BlankBars(std::string_view line, size_t begin, std::string* out) {
  const size_t first = line.find_first_not_of(' ');
  const size_t last = line.find_last_not_of(" \r");
  if (first == std::string_view::npos || first == last || line[first] != '|' || line[last] != '|') {
    return;
  }
  (*out)[begin + first] = (*out)[begin + last] = ' ';
  // "| Force | 20 N |" is an equation.
  const size_t inner = line.find('|', first + 1);
  if (inner < last && inner == line.rfind('|', last - 1)) (*out)[begin + inner] = ':';
  if (line.find_first_not_of("|-: \r") != std::string_view::npos) return;
  for (size_t i = first; i <= last; ++i) (*out)[begin + i] = ' ';
}

}  // namespace

std::string WithoutMarkdown(std::string_view text) {
  std::string out(text);
  const bool lines = text.find('\n') != std::string_view::npos;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    // "> " of a quotation, unless it may be a sign.
    const bool quote = HasAt(text, begin, "> ") && (lines || At(text, begin + 2) == '*');
    if (quote) out[begin] = ' ';
    BlankEmphasis(text, begin, end, &out);
    BlankBars(text.substr(begin, end - begin), begin, &out);
    begin = end + 1;
  }
  return out;
}

}  // namespace assay::science
