// Whether a response has the form it was asked for: think tags, a boxed answer, an answer tag, a
// code block, sections in their order. What stands in them is for others to judge.
//
// Linear in the text. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "scoring/text/pattern.h"

namespace assay::scoring {

enum class FormatPart {
  // Thoughts, </think> once, and something after it. <think> once at the beginning, or not at all:
  // many chat templates have it in the prompt.
  kThink,
  // After the thoughts, \boxed{…} that is closed and not empty.
  kBoxed,
  // After the thoughts, <answer>…</answer> once, and not empty.
  kAnswerTag,
  // After the thoughts, a block between fences that is closed and not empty.
  kCodeBlock,
};
inline constexpr auto kFormatPartNames = MakeEnumNames<FormatPart>({
    {FormatPart::kThink, "think"},
    {FormatPart::kBoxed, "boxed"},
    {FormatPart::kAnswerTag, "answer_tag"},
    {FormatPart::kCodeBlock, "code_block"},
});
static_assert(kFormatPartNames.IsWholeUpTo(FormatPart::kCodeBlock));

// A place that must be there after that of the section before it.
struct FormatSection {
  std::string name;
  Pattern pattern;
};

struct FormatRule {
  std::vector<FormatPart> require = {};
  std::vector<FormatSection> sections = {};  // looked for in the whole response
  bool share = false;                        // the share of what is there; else all or nothing
};

struct FormatResult {
  double value = 0;
  std::vector<std::string> missing;  // by name
};

// REQUIRES: the rule asks for something.
FormatResult CheckFormat(std::string_view response, const FormatRule& rule);

}  // namespace assay::scoring
