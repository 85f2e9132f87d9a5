// A host's speed in its limits: on one that is half as fast as where limits were chosen, programs
// get twice the time (docs/operate.md). Pure functions, thread-safe.
#pragma once

#include "model/submission.h"

namespace assay {

inline constexpr double kLeastTimeMultiplier = 0.1;
inline constexpr double kLargestTimeMultiplier = 100;

// Nothing grows beyond an hour, and nothing that was larger shrinks to it.
Nanoseconds ScaleTime(Nanoseconds time, double multiplier);
// Limits of the tests and the compile step, and the total time.
void ScaleTimes(Submission* submission, double multiplier);

}  // namespace assay
