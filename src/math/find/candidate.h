// ExtractCandidate: a part of a model's text that may be its answer, and the rule that found it.
// Plain values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::math {

enum class ExtractRule {
  kNone,
  kBare,            // the whole text is an answer
  kBoxed,           // the last balanced \boxed{…}, \fbox{…} or \boxed x
  kBoxedSeveral,    // neighbouring boxes joined by commas, "and" or "or": a list
  kBoxTokens,       // <|begin_of_box|>…<|end_of_box|>
  kAnswerTag,       // <answer>…</answer>
  kHashLine,        // a last line "#### 5"
  kFinalAnswer,     // "final answer is …", "Final Answer: …"
  kAnswerMarker,    // "Answer: …", "the answer is …", also in other languages
  kAnswerLine,      // the rest of the line after "Answer:", unprocessed
  kNarrowed,        // what verl's prime_math leaves of the text
  kChoiceLetter,    // a lone option letter, only when a letter is expected
  kLastFormula,     // the last $…$, \(…\), \[…\] or displayed environment
  kLastExpression,  // the last expression written without delimiters
  kLastNumber,      // the last number outside any formula
};
// "none", "bare", "boxed", "boxed_several", …
std::string_view ExtractRuleName(ExtractRule rule);

// A possible answer. offset and length are bytes of the original text; `text` is that part without
// delimiters, and for several boxes the joined list.
struct ExtractCandidate {
  std::string text;
  size_t offset = 0;
  size_t length = 0;
  ExtractRule rule = ExtractRule::kNone;
};

}  // namespace assay::math
