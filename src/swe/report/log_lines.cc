#include "swe/report/log_lines.h"

#include <algorithm>

#include "base/text.h"

namespace assay::swe {
namespace {

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// Of a sequence that sets colours or erases to the end of the line: its length; otherwise 0.
size_t ColourLength(std::string_view text) {
  if (text.size() < 3 || text[0] != '\x1b' || text[1] != '[') return 0;
  size_t end = 2;
  while (end < text.size() && (IsDigit(text[end]) || text[end] == ';' || text[end] == ':')) ++end;
  if (end == text.size() || (text[end] != 'm' && text[end] != 'K')) return 0;
  return end + 1;
}

}  // namespace

bool LogLines::Next(std::string_view* line) {
  if (rest_.empty()) return false;
  const size_t end = rest_.find('\n');
  *line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (line->size() > kMaxLineBytes) {
    *line = {};
    return true;
  }
  if (!line->empty() && line->back() == '\r') line->remove_suffix(1);
  if (line->find('\x1b') == std::string_view::npos) return true;
  plain_.clear();
  while (!line->empty()) {
    const size_t colour = ColourLength(*line);
    if (colour == 0) plain_ += line->front();
    line->remove_prefix(std::max<size_t>(colour, 1));
  }
  *line = plain_;
  return true;
}

bool Take(std::string_view* text, std::string_view prefix) {
  if (!StartsWith(*text, prefix)) return false;
  text->remove_prefix(prefix.size());
  return true;
}

bool TakeEnd(std::string_view* text, std::string_view suffix) {
  if (text->size() < suffix.size() || text->substr(text->size() - suffix.size()) != suffix) {
    return false;
  }
  text->remove_suffix(suffix.size());
  return true;
}

std::optional<size_t> TakeNumber(std::string_view* text) {
  constexpr size_t kMostDigits = 9;
  size_t digits = 0;
  size_t number = 0;
  while (digits < text->size() && IsDigit((*text)[digits])) {
    if (digits == kMostDigits) return std::nullopt;
    number = number * 10 + static_cast<size_t>((*text)[digits] - '0');
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  text->remove_prefix(digits);
  return number;
}

bool TakeTime(std::string_view* text) {
  if (text->empty() || !IsDigit(text->front())) return false;
  size_t end = 1;
  while (end < text->size() && (IsDigit((*text)[end]) || (*text)[end] == '.' ||
                                (*text)[end] == ',' || (*text)[end] == ':')) {
    ++end;
  }
  text->remove_prefix(end);
  return true;
}

size_t CountIndent(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

void DropDuration(std::string_view* text) {
  const size_t open = text->rfind(" (");
  if (open == std::string_view::npos) return;
  std::string_view inside = text->substr(open + 2);
  if (!TakeEnd(&inside, ")") || !TakeTime(&inside)) return;
  Take(&inside, " ");
  if (inside == "ms" || inside == "s" || inside == "m") *text = text->substr(0, open);
}

std::optional<std::string_view> BannerTitle(std::string_view line, char mark) {
  size_t left = 0;
  while (left < line.size() && line[left] == mark) ++left;
  size_t right = line.size();
  while (right > left && line[right - 1] == mark) --right;
  // A long title leaves its framework one mark on either side.
  if (left < 1 || right == line.size() || right - left < 3) return std::nullopt;
  if (line[left] != ' ' || line[right - 1] != ' ') return std::nullopt;
  return line.substr(left + 1, right - left - 2);
}

bool IsRuler(std::string_view line, char mark, size_t least) {
  return line.size() >= least && line.find_first_not_of(mark) == std::string_view::npos;
}

}  // namespace assay::swe
