#include "langs/include_lines.h"

#include <algorithm>

#include "base/text.h"

namespace assay {
namespace {

// Takes `word` off the front, with the white space before it.
bool Take(std::string_view word, std::string_view* line) {
  *line = TrimAsciiSpace(*line);
  if (!StartsWith(*line, word)) return false;
  line->remove_prefix(word.size());
  return true;
}

// Takes block comments off the front; whether the line ends inside of one.
bool TakeComments(bool inside, std::string_view* line) {
  while (inside || Take("/*", line)) {
    const size_t end = line->find("*/");
    if (end == line->npos) return true;
    line->remove_prefix(end + 2);
    inside = false;
  }
  return false;
}

// Empty when the line includes nothing.
std::string_view PathOf(std::string_view line) {
  if (!Take("#", &line) || !Take("include", &line)) return "";
  line = TrimAsciiSpace(line);
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return "";
  const size_t end = line.find(line[0] == '"' ? '"' : '>', 1);
  return end == line.npos ? "" : line.substr(1, end - 1);
}

// Whether a line that begins outside of comments ends inside of one.
bool OpensComment(std::string_view line) {
  char quote = 0;  // of the literal we are in
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (StartsWith(line.substr(i), "//")) {
      return false;
    } else if (StartsWith(line.substr(i), "/*")) {
      const size_t end = line.find("*/", i + 2);
      if (end == line.npos) return true;
      i = end + 1;
    }
  }
  return false;
}

}  // namespace

std::vector<std::string_view> IncludedPaths(std::string_view source) {
  std::vector<std::string_view> paths;
  bool inside = false;  // of a block comment
  for (size_t start = 0; start < source.size();) {
    const size_t end = std::min(source.find('\n', start), source.size());
    std::string_view line = source.substr(start, end - start);
    start = end + 1;
    inside = TakeComments(inside, &line);
    if (inside) continue;
    if (const std::string_view path = PathOf(line); !path.empty()) paths.push_back(path);
    inside = OpensComment(line);
  }
  return paths;
}

}  // namespace assay
