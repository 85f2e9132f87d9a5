#include "langs/testlib_source.h"

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

bool IsInclude(std::string_view line) {
  if (!Take("#", &line) || !Take("include", &line)) return false;
  line = TrimAsciiSpace(line);
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return false;
  const size_t end = line.find(line[0] == '"' ? '"' : '>', 1);
  if (end == line.npos) return false;
  const std::string_view path = line.substr(1, end - 1);
  return path.substr(path.rfind('/') + 1) == "testlib.h";  // npos + 1 is 0
}

}  // namespace

bool IncludesTestlib(std::string_view source) {
  for (size_t start = 0; start < source.size();) {
    const size_t end = std::min(source.find('\n', start), source.size());
    if (IsInclude(source.substr(start, end - start))) return true;
    start = end + 1;
  }
  return false;
}

}  // namespace assay
