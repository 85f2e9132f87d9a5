#include "swe/read/patch_text.h"

#include <utility>

#include "base/text.h"

namespace assay::swe {
namespace {

// The next line with its end.
std::string_view TakeLine(std::string_view* rest) {
  const size_t end = rest->find('\n');
  const std::string_view line =
      rest->substr(0, end == std::string_view::npos ? rest->size() : end + 1);
  rest->remove_prefix(line.size());
  return line;
}

size_t CountFence(std::string_view line) {
  size_t count = 0;
  while (count < line.size() && line[count] == '`') ++count;
  constexpr size_t kLeast = 3;
  return count < kLeast ? 0 : count;
}

std::optional<std::string> LastBlock(std::string_view text) {
  std::optional<std::string> found;
  std::string block;
  size_t fence = 0;  // that the open block began with; 0: none is open
  bool wanted = false;
  while (!text.empty()) {
    const std::string_view line = TakeLine(&text);
    const size_t marks = CountFence(line);
    const std::string word = AsciiLower(TrimAsciiSpace(line.substr(marks)));
    if (fence == 0) {
      fence = marks;
      wanted = word == "diff" || word == "patch";
      block.clear();
    } else if (marks >= fence && word.empty()) {
      if (wanted) found = std::move(block);
      block.clear();
      fence = 0;
    } else if (wanted) {
      block += line;
    }
  }
  return found;
}

std::optional<std::string> FromFirstDiff(std::string_view text) {
  while (!text.empty()) {
    const std::string_view here = text;
    const std::string_view line = TakeLine(&text);
    const bool plain = StartsWith(line, "--- ") && StartsWith(text, "+++ ");
    if (plain || StartsWith(line, "diff --git ")) return std::string(here);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> PatchIn(std::string_view response) {
  constexpr std::string_view kThought = "</think>";
  if (const size_t end = response.rfind(kThought); end != std::string_view::npos) {
    response.remove_prefix(end + kThought.size());
  }
  if (auto block = LastBlock(response)) return block;
  return FromFirstDiff(response);
}

}  // namespace assay::swe
