// Values as JSON Schema compares them: 1.0 is 1, and members have no order. Pure; thread-safe.
#pragma once

#include <string>

#include "text/json_reader.h"

namespace assay::scoring {

// Equal texts for equal values. Linear in the value, times the logarithm of its members.
std::string EqualityKey(JsonValue value);

// A number without a fractional part, however it is written.
bool IsWholeNumber(JsonValue value);

}  // namespace assay::scoring
