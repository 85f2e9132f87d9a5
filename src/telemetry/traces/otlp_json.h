// The body of a request to an OTLP collector, in the JSON that OTLP has for its messages: ids in
// hexadecimal, moments and whole numbers as strings. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trace/span.h"

namespace assay {

// `resource`: who this is, name and value.
std::string OtlpTraces(std::span<const Span> spans,
                       std::span<const std::pair<std::string, std::string>> resource,
                       std::string_view version);

// How many spans the collector's answer says it has refused; 0 where it says nothing of it.
int64_t RejectedSpans(std::string_view answer);

}  // namespace assay
