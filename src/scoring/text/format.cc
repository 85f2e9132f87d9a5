#include "scoring/text/format.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "scoring/text/parts.h"

namespace assay::scoring {
namespace {

constexpr auto kNone = std::string_view::npos;

size_t CountOf(std::string_view text, std::string_view word) {
  size_t count = 0;
  for (size_t at = text.find(word); at != kNone; at = text.find(word, at + word.size())) ++count;
  return count;
}

bool HasText(std::string_view text) {
  return !TrimAsciiSpace(text).empty();
}

bool HasThoughts(std::string_view response) {
  constexpr std::string_view kOpen = "<think>";
  const size_t opened = CountOf(response, kOpen);
  if (CountOf(response, "</think>") != 1 || opened > 1) return false;
  if (opened == 1 && !StartsWith(TrimAsciiSpace(response), kOpen)) return false;
  return HasText(PartOf(response, TextPart::kThoughts)) &&
         HasText(PartOf(response, TextPart::kAnswer));
}

bool HasBox(std::string_view answer) {
  constexpr std::string_view kBox = "\\boxed{";
  // The last opening that is closed decides; braces are counted once, from the last box back, so
  // that many unclosed boxes cost no more than one.
  for (size_t at = answer.rfind(kBox); at != kNone;) {
    size_t depth = 1;
    const size_t begin = at + kBox.size();
    for (size_t i = begin; i < answer.size(); ++i) {
      if (answer[i] == '\\') {
        ++i;  // \{ is no brace
      } else if (answer[i] == '{') {
        ++depth;
      } else if (answer[i] == '}' && --depth == 0) {
        return HasText(answer.substr(begin, i - begin));
      }
    }
    if (at == 0) break;
    answer = answer.substr(0, at);
    at = answer.rfind(kBox);
  }
  return false;
}

bool HasAnswerTag(std::string_view answer) {
  constexpr std::string_view kOpen = "<answer>";
  constexpr std::string_view kClose = "</answer>";
  if (CountOf(answer, kOpen) != 1 || CountOf(answer, kClose) != 1) return false;
  const size_t begin = answer.find(kOpen) + kOpen.size();
  const size_t end = answer.find(kClose);
  return end > begin && HasText(answer.substr(begin, end - begin));
}

// A fence opens a line and closes with at least as many of its characters.
bool HasCodeBlock(std::string_view answer) {
  char mark = 0;
  size_t length = 0;
  bool text = false;
  while (!answer.empty()) {
    const size_t line_end = std::min(answer.find('\n'), answer.size());
    const std::string_view line = TrimAsciiSpace(answer.substr(0, line_end));
    answer.remove_prefix(std::min(line_end + 1, answer.size()));
    size_t marks = 0;
    const char first = line.empty() ? '\0' : line[0];
    while (marks < line.size() && line[marks] == first) ++marks;
    const bool fence = (first == '`' || first == '~') && marks >= 3;
    if (mark == 0) {
      if (!fence) continue;
      mark = first;
      length = marks;
      text = false;
    } else if (fence && first == mark && marks >= length && marks == line.size()) {
      if (text) return true;
      mark = 0;
    } else {
      text |= !line.empty();
    }
  }
  return false;
}

bool Has(std::string_view response, FormatPart part) {
  if (part == FormatPart::kThink) return HasThoughts(response);
  const std::string_view answer = PartOf(response, TextPart::kAnswer);
  switch (part) {
    case FormatPart::kThink: break;
    case FormatPart::kBoxed: return HasBox(answer);
    case FormatPart::kAnswerTag: return HasAnswerTag(answer);
    case FormatPart::kCodeBlock: return HasCodeBlock(answer);
  }
  return false;
}

}  // namespace

FormatResult CheckFormat(std::string_view response, const FormatRule& rule) {
  const size_t asked = rule.require.size() + rule.sections.size();
  ASSAY_CHECK(asked > 0);
  FormatResult result;
  for (const FormatPart part : rule.require) {
    if (!Has(response, part)) result.missing.emplace_back(kFormatPartNames.NameOf(part));
  }
  size_t from = 0;
  for (const FormatSection& section : rule.sections) {
    if (const auto span = section.pattern.Find(response, from)) {
      from = span->end;
    } else {
      result.missing.push_back(section.name);
    }
  }
  const size_t there = asked - result.missing.size();
  if (rule.share) {
    result.value = static_cast<double>(there) / static_cast<double>(asked);
  } else {
    result.value = there == asked ? 1 : 0;
  }
  return result;
}

}  // namespace assay::scoring
