// What the kernel says about this process: its memory and descriptors. Thread-safe.
#pragma once

#include "telemetry/metric_page.h"

namespace assay {

// process_resident_memory_bytes and process_open_fds, by the names Prometheus has for them.
void WriteProcessMetrics(MetricPage* page);

}  // namespace assay
