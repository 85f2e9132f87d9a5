// `assay doctor`: what this host gives for isolation, why, and which languages can be judged.
#pragma once

#include "apps/setup/options.h"

namespace assay {

// Returns the exit code: 0 when verdicts of this host can be trusted, 1 when they can't.
int Doctor(const Options& options, bool json);

}  // namespace assay
