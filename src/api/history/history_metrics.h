// What /metrics says of the history. Pure, thread-safe.
#pragma once

#include "history/history.h"
#include "telemetry/metric_page.h"

namespace assay {

void WriteHistoryMetrics(const HistoryStats& stats, MetricPage* page);

}  // namespace assay
