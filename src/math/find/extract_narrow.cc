// The phrases and their order are those of verl 0.9.1. Each cut looks at what the one before it
// left, and goes by the last occurrence.
#include "math/find/extract_narrow.h"

#include <string>

#include "math/find/extract_boxes.h"

namespace assay::math {
namespace {

constexpr size_t npos = std::string_view::npos;

size_t LastOf(std::string_view text, Span range, std::string_view phrase) {
  if (range.size() < phrase.size()) return npos;
  const size_t found = RFindNoCase(text, phrase, range.end - phrase.size() + 1);
  return found == npos || found < range.begin ? npos : found;
}

}  // namespace

std::vector<ExtractCandidate> NarrowedAnswer(std::string_view text, Span range) {
  range = TrimBlanks(text, range);
  const auto after = [&](std::string_view phrase) {
    const size_t found = LastOf(text, range, phrase);
    if (found != npos) range = TrimBlanks(text, {found + phrase.size(), range.end});
  };
  const auto before = [&](std::string_view phrase) {
    const size_t found = LastOf(text, range, phrase);
    if (found != npos) range = TrimBlanks(text, {range.begin, found});
  };
  for (std::string_view phrase : {"answer:", "answer is", "answers are"}) after(phrase);
  for (std::string_view phrase : {"is answer", "is the answer", "are answers", "are the answers"}) {
    before(phrase);
  }
  const std::vector<Box> boxes = LastBoxes(text, range, /*join=*/false);
  if (!boxes.empty()) range = TrimBlanks(text, boxes.back().inner);
  before(". ");
  for (std::string_view phrase :
       {"be ", "is ", "are ", "=", ": ", "get ", "be\n", "is\n", "are\n", ":\n", "get\n"}) {
    after(phrase);
  }
  range = TrimAnswer(text, range);
  if (range.empty()) return {};
  return {{std::string(Slice(text, range)), range.begin, range.size(), ExtractRule::kNarrowed}};
}

}  // namespace assay::math
