// A judged math answer as a span below its request's. Thread-safe.
#pragma once

#include <cstdint>

#include "api/math/math_run.h"
#include "base/clock.h"

namespace assay {

// Does nothing for one that isn't traced. `ended`: now, or when the verdict was there; `verdict`:
// its number in the history, or 0.
void TraceMath(const MathItem& item, const MathAnswer& answer, SteadyTime ended, int64_t verdict);

}  // namespace assay
