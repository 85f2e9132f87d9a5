// ExtractedCode: what was found in a model's answer, and how. Plain values.
#pragma once

#include <string>
#include <string_view>

namespace assay {

enum class ExtractedType { kFenced, kIncompleteFenced, kHeuristic, kEmpty };
// "fenced", "incomplete_fenced", "heuristic", "empty": the peers' words.
std::string_view ToString(ExtractedType type);

// Which of a profile's rules found it, in the order in which they are tried.
enum class ExtractRule {
  kLanguageBlock,    // a block of the asked language
  kUntaggedBlock,    // a block without a language
  kAnyBlock,         // a block of any language
  kUnfinishedBlock,  // a block that is never closed
  kDefinition,       // outside of blocks: the first definition
  kQuery,            // the first query
  kWholeText,        // all of the text
  kNone,             // nothing was found
};
// "language_block", …, "none".
std::string_view ToString(ExtractRule rule);

struct ExtractedCode {
  std::string code;
  ExtractedType type = ExtractedType::kEmpty;
  ExtractRule rule = ExtractRule::kNone;
};

}  // namespace assay
