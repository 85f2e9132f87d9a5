// Metrics that are written as text: JSON in its several forms, verl's lines, and CSV. Pure;
// thread-safe.
#pragma once

#include <string_view>

#include "base/result.h"
#include "lab/fit/read/metrics.h"

namespace assay::fit {

Result<Metrics> ReadTextMetrics(std::string_view bytes);

// A record from a JSON object; an error for anything else.
Status AddJsonRecord(std::string_view object, Metrics* metrics);

}  // namespace assay::fit
