// Announced answers: "the final answer is …", "Answer: …" and their kin. Internal to src/math.
//
// Pure, thread-safe. Markers are tried from the end; each looks ahead a bounded distance, so many
// markers cost no more than the text is long.
#pragma once

#include <string_view>
#include <vector>

#include "math/find/candidate.h"
#include "math/find/extract_scan.h"

namespace assay::math {

enum class MarkerKind {
  kFinal,      // "final answer" only
  kFinalHope,  // "final answer is … I hope": the worded template of Minerva-style prompts
  kColon,      // "answer:" only
  kAny,        // "answer:", "answer is", in several languages
};

// The readings of the last marker in `range` that announces something, best first; empty when none
// does. All offsets are in `text`.
std::vector<ExtractCandidate> AnnouncedAnswer(std::string_view text, Span range, MarkerKind kind,
                                              bool expect_choice);

// The rest of the line after the last "Answer:", as it stands.
std::vector<ExtractCandidate> AnswerLine(std::string_view text, Span range);

// Reads a sentence that is known to state the answer.
std::vector<ExtractCandidate> ReadStatement(std::string_view text, Span statement, ExtractRule rule,
                                            bool expect_choice);

// The first option letter that stands alone in `range` ("(C)", "**B**", "C. 12"), as a span of one
// byte; empty when there is none.
Span LoneLetter(std::string_view text, Span range);

}  // namespace assay::math
