// Limits as native answers and bundles show them. Pure, thread-safe.
#pragma once

#include <string_view>

#include "model/limits.h"
#include "text/json_writer.h"

namespace assay {

void WriteLimits(std::string_view name, const Limits& limits, JsonWriter* json);

}  // namespace assay
