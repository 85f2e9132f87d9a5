// Times of a day as prompts and answers have them. Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::logic::reasoning {

inline constexpr int kMinutesOfDay = 24 * 60;

// Minutes since midnight as "09:05"; REQUIRES: 0 <= minutes <= kMinutesOfDay.
std::string TimeText(int minutes);
// "9:05", "09:05", up to "24:00".
std::optional<int> TimeOf(std::string_view word);
// "2 hours", "45 minutes", "1 hour 30 minutes". REQUIRES: minutes > 0.
std::string DurationText(int minutes);

}  // namespace assay::logic::reasoning
