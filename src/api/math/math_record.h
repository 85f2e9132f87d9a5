// A judged math answer as the history remembers it, beside the programs: language "math", the words
// of a program's verdict, and as its problem the gold answer, under a name made of its hash.
//
// Pure, thread-safe.
#pragma once

#include "api/math/math_run.h"
#include "history/record/verdict_brief.h"
#include "history/store/verdict_store.h"

namespace assay {

// What the verdict says of candidate and problem, in the words of a program's.
struct MathVerdict {
  Verdict verdict = Verdict::kWrongAnswer;
  Cause cause = Cause::kCandidate;
};
MathVerdict VerdictOf(const MathAnswer& answer);

// What decides whether it is remembered: it is evidence when it says more than that an answer is
// right or wrong. Refers to the item's texts.
VerdictBrief MathBrief(const MathItem& item, const MathAnswer& answer);

// All but id and time. Cuts what is long.
StoredVerdict MathRecord(const MathItem& item, const MathAnswer& answer);

}  // namespace assay
