// What must hold for a submission's tests, limits, files and words, whatever its language and the
// way it is judged. The way is procedure.h's to check. Pure functions, thread-safe.
#pragma once

#include "base/result.h"
#include "model/submission.h"

namespace assay {

// kInvalidArgument names the field at fault, as a native request does.
Status CheckTests(const Problem& problem);
Status CheckLimitsAndFiles(const Submission& submission);

}  // namespace assay
