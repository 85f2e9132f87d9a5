// The counts of a running shadow audit as Prometheus' text. Pure; any thread.
#pragma once

#include <string>

#include "shadow/report/tally.h"

namespace assay {

std::string ShadowMetricsText(const shadow::Tally& tally);

}  // namespace assay
