// TensorBoard's event files: records with checksums (TFRecord), each an Event message, of which the
// scalars are taken: events.proto has the fields. Values of one step are one record, with the
// columns "step" and "wall_time_s" (since the first event). Pure; thread-safe.
#pragma once

#include <string_view>

#include "base/result.h"
#include "lab/fit/read/metrics.h"

namespace assay::fit {

// Whether the first record's length has its checksum.
bool IsEventFile(std::string_view bytes);

// A last record that isn't whole yet is left. An error for a record whose checksum is wrong.
Result<Metrics> ReadEvents(std::string_view bytes);

}  // namespace assay::fit
