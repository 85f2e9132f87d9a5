// RunBounds: when nobody wants a run any more.
#pragma once

#include "base/cancel.h"
#include "base/clock.h"

namespace assay {

struct RunBounds {
  const CancelToken& cancel;
  SteadyTime deadline = SteadyTime::max();  // when the submission's total time is over
};

}  // namespace assay
