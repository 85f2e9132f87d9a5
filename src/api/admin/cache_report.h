// What the caches did and hold, for /metrics and /v1/info. Pure functions, thread-safe.
#pragma once

#include <cstdint>

#include "engine/engine.h"
#include "store/problem_store.h"
#include "telemetry/metric_page.h"
#include "text/json_writer.h"

namespace assay {

void WriteCacheMetrics(const EngineStats& engine, const ProblemStore& problems,
                       int64_t received_bytes, MetricPage* page);
// The member "caches" of an object.
void WriteCaches(const EngineStats& engine, const ProblemStore& problems, int64_t received_bytes,
                 JsonWriter* json);

}  // namespace assay
