#include "lab/curate/rules/long_answer.h"

#include "base/text.h"
#include "text/excerpt.h"
#include "text/utf8.h"

namespace assay::curate {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Runs of two letters or more that are no LaTeX command.
int64_t WordsOfProse(std::string_view text) {
  int64_t words = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && IsLetter(text[end])) ++end;
    const bool command = at > 0 && text[at - 1] == '\\';
    if (end - at >= 2 && !command) ++words;
    at = end == at ? at + 1 : end;
  }
  return words;
}

}  // namespace

Objection LongAnswer(std::string_view answer, const AnswerBounds& bounds) {
  std::string_view bare = TrimAsciiSpace(answer);
  while (bare.size() >= 2 && bare.front() == '$' && bare.back() == '$') {
    bare = TrimAsciiSpace(bare.substr(1, bare.size() - 2));
  }
  if (static_cast<int64_t>(CountUtf8Characters(bare)) > bounds.most_characters) {
    return Finding{"too long", Excerpt(bare)};
  }
  if (bare.find("\\begin{") != std::string_view::npos) {
    return Finding{"a LaTeX environment", Excerpt(bare)};
  }
  if (WordsOfProse(bare) > bounds.most_words) return Finding{"prose", Excerpt(bare)};
  return std::nullopt;
}

}  // namespace assay::curate
