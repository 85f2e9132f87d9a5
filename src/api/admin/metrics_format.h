// In which format /metrics is answered: OpenMetrics for who asks for it, else Prometheus' own.
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "telemetry/metric_page.h"

namespace assay {

// `accept`: the request's header. What is wanted more comes first; of both alike OpenMetrics, which
// says more. Who takes anything gets Prometheus' format.
MetricFormat MetricFormatFor(std::string_view accept);
std::string_view ContentTypeOf(MetricFormat format);

}  // namespace assay
