// What a reader of rows hands over, and how much at most. Plain values.
#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"

namespace assay {

// Gets a row, well-formed as JsonDocument takes it: NaN and Infinity may occur. Valid during the
// call. An error ends the reading and comes back with file and line before its message.
using OnRow = std::function<Status(std::string_view json_object)>;

// What one row may have: far beyond any test case, far below what a hostile file could unpack to.
inline constexpr size_t kMaxRowBytes = size_t{1} << 30;

}  // namespace assay
