// ReadMetrics: the metrics in a file, whatever form they are in; it shows in the first bytes.
// Blocks on the file system; thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "lab/fit/read/metrics.h"
#include "lab/fit/read/text_metrics.h"

namespace assay::fit {

// At most this much is read of one file.
inline constexpr int64_t kMostMetricsBytes = int64_t{1} << 30;

// A last line that isn't whole yet is left for the next reading. An error names the file.
Result<Metrics> ReadMetrics(const std::string& path, LastRow last = LastRow::kWhole);

}  // namespace assay::fit
