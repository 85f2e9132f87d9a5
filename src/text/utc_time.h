// Moments as clients of HTTP read them: "2026-11-22T17:04:26.120Z". Pure, thread-safe.
#pragma once

#include <chrono>
#include <string>

namespace assay {

// `digits`: of the second's fraction, from 0 to 6.
std::string UtcTime(std::chrono::system_clock::time_point time, int digits);

}  // namespace assay
