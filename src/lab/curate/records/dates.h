// The day that a row says it was published on. AceReason-Nemotron, A.4: problems released after
// 2024-08-01 are left out, for a test set may have them. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::curate {

// Days since 1970-01-01, of "2024-08-01", with any time behind it, "2024/8/1", "20240801", or the
// seconds or milliseconds since 1970 (from 100,000,000, which is in 1973). A time zone is passed
// over: it moves a moment by less than a day. Nothing: no such text, or no day of the calendar.
std::optional<int64_t> ParseDay(std::string_view text);

// "2024-08-01".
std::string DayText(int64_t day);

}  // namespace assay::curate
