// A judged submission as spans below its request's: the whole, its wait for a slot, each compile
// and each test, with the verdicts and figures that the result has of them. Never what its author
// or its problem's wrote: no program, no output, no message.
//
// Thread-safe.
#pragma once

#include <cstdint>

#include "base/clock.h"
#include "model/submission.h"
#include "model/submission_result.h"

namespace assay {

// Of tests, the first ones; the whole has a span of its own.
inline constexpr int kMostTestSpans = 64;

// Does nothing for one that isn't traced. `ended`: now, or when the result was there. `verdict`:
// its number in the history; 0: none.
void TraceSubmission(const Submission& submission, const SubmissionResult& result, SteadyTime ended,
                     int64_t verdict);

}  // namespace assay
