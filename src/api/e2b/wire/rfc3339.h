// Moments as E2B's clients write and read them: "2026-11-22T17:04:26.120000Z". Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sessions/request.h"

namespace assay {

std::string Rfc3339(WallTime time);
// Any offset from UTC, any number of digits of a second.
std::optional<WallTime> ParseRfc3339(std::string_view text);

}  // namespace assay
