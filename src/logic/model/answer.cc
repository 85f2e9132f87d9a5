#include "logic/model/answer.h"

namespace assay::logic {
namespace {

bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = Trimmed(text.substr(0, end));
    if (!line.empty()) lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<std::string_view> WordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  size_t begin = 0;
  for (size_t at = 0; at <= line.size(); ++at) {
    if (at < line.size() && !IsSpace(line[at]) && line[at] != ',') continue;
    if (at > begin) words.push_back(line.substr(begin, at - begin));
    begin = at + 1;
  }
  return words;
}

std::optional<int> IntOf(std::string_view word) {
  const bool minus = !word.empty() && word.front() == '-';
  if (minus || (!word.empty() && word.front() == '+')) word.remove_prefix(1);
  if (word.empty() || word.size() > 9) return std::nullopt;
  int value = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + (c - '0');
  }
  return minus ? -value : value;
}

std::optional<Grid> GridOf(std::string_view text) {
  Grid grid(1);
  const auto end_row = [&] {
    if (!grid.back().empty()) grid.emplace_back();
  };
  size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\n' || c == ']' || c == '[') end_row();
    if (IsSpace(c) || c == ',' || c == ']' || c == '[') {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && !IsSpace(text[end]) && text[end] != ',' && text[end] != ']' &&
           text[end] != '[') {
      ++end;
    }
    const std::optional<int> number = IntOf(text.substr(at, end - at));
    if (!number) return std::nullopt;
    grid.back().push_back(*number);
    at = end;
  }
  end_row();
  grid.pop_back();
  if (grid.empty()) return std::nullopt;
  return grid;
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace assay::logic
