#include "grading/compare/python_text.h"

namespace assay {
namespace {

// U+2000 to U+200A are tested as a range.
constexpr std::string_view kUnicodeSpaces[] = {
    "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\xa8",
    "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80",
};

bool IsPythonAsciiSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

bool IsGeneralPunctuationSpace(std::string_view three) {  // U+2000 to U+200A
  if (three.size() != 3 || three.substr(0, 2) != "\xe2\x80") return false;
  const auto last = static_cast<unsigned char>(three[2]);
  return last >= 0x80 && last <= 0x8a;
}

// The length of the white space that a text begins with, one character of it; 0: none.
size_t LeadingSpace(std::string_view text) {
  if (static_cast<unsigned char>(text[0]) < 0x80) return IsPythonAsciiSpace(text[0]) ? 1 : 0;
  if (IsGeneralPunctuationSpace(text.substr(0, 3))) return 3;
  for (const std::string_view space : kUnicodeSpaces) {
    if (text.substr(0, space.size()) == space) return space.size();
  }
  return 0;
}

// The same at the end of a text.
size_t TrailingSpace(std::string_view text) {
  const auto last = static_cast<unsigned char>(text.back());
  if (last < 0x80) return IsPythonAsciiSpace(text.back()) ? 1 : 0;
  if (text.size() >= 3 && IsGeneralPunctuationSpace(text.substr(text.size() - 3))) return 3;
  for (const std::string_view space : kUnicodeSpaces) {
    if (text.size() >= space.size() && text.substr(text.size() - space.size()) == space) {
      return space.size();
    }
  }
  return 0;
}

// The length of the line end that a text begins with; 0: none.
size_t LineEnd(std::string_view text) {
  const char c = text[0];
  if (c == '\r') return text.substr(0, 2) == "\r\n" ? 2 : 1;
  if ((c >= '\n' && c <= '\f') || (c >= 0x1c && c <= 0x1e)) return 1;
  if (text.substr(0, 2) == "\xc2\x85") return 2;
  const std::string_view three = text.substr(0, 3);
  return three == "\xe2\x80\xa8" || three == "\xe2\x80\xa9" ? 3 : 0;
}

}  // namespace

std::string_view PythonStrip(std::string_view text) {
  while (!text.empty()) {
    const size_t length = LeadingSpace(text);
    if (length == 0) break;
    text.remove_prefix(length);
  }
  while (!text.empty()) {
    const size_t length = TrailingSpace(text);
    if (length == 0) break;
    text.remove_suffix(length);
  }
  return text;
}

std::vector<std::string_view> PythonSplit(std::string_view text, size_t most) {
  std::vector<std::string_view> words;
  size_t begin = 0;
  for (size_t at = 0; at <= text.size() && words.size() < most;) {
    const size_t space = at < text.size() ? LeadingSpace(text.substr(at)) : 1;
    if (space == 0) {
      ++at;
      continue;
    }
    if (at > begin) words.push_back(text.substr(begin, at - begin));
    at += space;
    begin = at;
  }
  return words;
}

void ForEachPythonLine(std::string_view text,
                       const std::function<void(std::string_view line)>& visit) {
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = LineEnd(text.substr(at));
    if (end == 0) {
      ++at;
      continue;
    }
    visit(text.substr(begin, at - begin));
    at += end;
    begin = at;
  }
  if (begin < text.size()) visit(text.substr(begin));
}

}  // namespace assay
