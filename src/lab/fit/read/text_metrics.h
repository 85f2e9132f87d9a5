// Metrics that are written as text: JSON in its several forms, verl's lines, and CSV. Pure;
// thread-safe.
#pragma once

#include <string_view>

#include "base/result.h"
#include "lab/fit/read/metrics.h"

namespace assay::fit {

// A table's last row without an end of line: whole where nobody writes any more, as exports leave
// it out; maybe cut in the middle of its last number where somebody does.
enum class LastRow { kWhole, kMayBeCut };

// With kMayBeCut such a row is left out. What is cut shows by itself in the other forms.
Result<Metrics> ReadTextMetrics(std::string_view bytes, LastRow last = LastRow::kWhole);

// A record from a JSON object; an error for anything else.
Status AddJsonRecord(std::string_view object, Metrics* metrics);

}  // namespace assay::fit
