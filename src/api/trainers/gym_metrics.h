// What NeMo-Gym's /aggregate_metrics answers: mean, max, min, median and deviation of every number
// in the verify responses, for each task and for all. Pure, thread-safe.
#pragma once

#include <string>

#include "text/json_reader.h"

namespace assay {

// `responses`: the list of the request. Items that are no objects are left out.
std::string AggregateGymMetrics(JsonValue responses);

}  // namespace assay
