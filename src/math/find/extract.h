// ExtractAnswer: finds the final answer in a model's text: the bare answer, where it stands, and
// which rule found it.
//
// A trainer rewards what the model *concluded*, so the rules look at explicit conclusions first
// (boxes, answer tags, "the final answer is") and at the last formula or number only when there is
// none. A number is never taken out of a formula: a formula that fails to parse is a parse failure,
// not a chance hit. docs/math.md describes every rule and profile.
//
// Pure and thread-safe. Linear time in the length of the text; no regular expressions, no
// recursion.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "math/find/candidate.h"
#include "math/reason/reason.h"

namespace assay::math {

struct ExtractOptions {
  enum class Think {
    kOff,       // look at the whole text
    kOptional,  // after the last </think> if there is one; a thought never closed has no answer
    kRequired   // only after the last </think>
  };
  // One rung of the ladder. Rungs are tried in order; the first that yields an answer decides.
  enum class Step {
    kAnswerTag,
    kBoxTokens,
    kBoxes,
    kHashLine,
    kFinalHope,  // "final answer is …. I hope it is correct"
    kFinalAnswer,
    kAnswerColon,   // "Answer: …" only
    kAnswerMarker,  // "Answer: …" and "the answer is …"
    kAnswerLine,
    kNarrowed,  // what is left after cutting by phrases, as verl's prime_math does
    kBare,
    kChoice,
    kLastItem,    // whatever stands last: formula, expression or number
    kLastNumber,  // numbers only, outside formulas
  };

  Think think = Think::kOptional;
  std::vector<Step> ladder = DefaultLadder();
  // Only the last so many bytes are looked at. 0: all.
  size_t tail_bytes = 0;
  // A box counts only within the last so many bytes. 0: anywhere.
  size_t box_tail_bytes = 0;
  // Neighbouring boxes are one answer: "\boxed{1} and \boxed{2}".
  bool join_boxes = true;
  // A "final answer is" that comes after the last box overrides it.
  bool later_final_beats_box = true;
  // A text that stops inside a formula has no answer other than an explicit one before it.
  bool refuse_truncated = true;
  // Go on below the rung that decided, and list what it finds as further alternatives.
  bool all_rungs = false;
  // The gold answer is an option letter: prefer a lone letter where words and letters compete.
  bool expect_choice = false;

  static std::vector<Step> DefaultLadder();
};

struct Extraction {
  bool found = false;
  std::string text;
  size_t offset = 0;
  size_t length = 0;
  ExtractRule rule = ExtractRule::kNone;
  Reason reason = Reason::kNone;  // why nothing was found
  // Other readings, best first: the number in a worded answer and, with all_rungs, what lower
  // rungs find.
  std::vector<ExtractCandidate> alternatives;
  // The boxes behind kBoxedSeveral, in the order of the text.
  std::vector<ExtractCandidate> boxes;
};

Extraction ExtractAnswer(std::string_view response, const ExtractOptions& options);

// The answer in a gold field: itself, unless it is a whole solution with a box, a "####" line or a
// conclusion in prose.
Extraction ExtractGold(std::string_view gold);

}  // namespace assay::math
