#include "logic/reasoning/clock_time.h"

namespace assay::logic::reasoning {
namespace {

constexpr int kMinutesOfHour = 60;

std::string TwoDigits(int number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string CountText(int count, std::string_view unit) {
  return std::to_string(count) + " " + std::string(unit) + (count == 1 ? "" : "s");
}

}  // namespace

std::string TimeText(int minutes) {
  return TwoDigits(minutes / kMinutesOfHour) + ":" + TwoDigits(minutes % kMinutesOfHour);
}

std::optional<int> TimeOf(std::string_view word) {
  const size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon < 1 || colon > 2 || word.size() != colon + 3) {
    return std::nullopt;
  }
  int hour = 0;
  int minute = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    if (i == colon) continue;
    if (word[i] < '0' || word[i] > '9') return std::nullopt;
    int& part = i < colon ? hour : minute;
    part = 10 * part + (word[i] - '0');
  }
  const int minutes = hour * kMinutesOfHour + minute;
  if (minute >= kMinutesOfHour || minutes > kMinutesOfDay) return std::nullopt;
  return minutes;
}

std::string DurationText(int minutes) {
  const int hours = minutes / kMinutesOfHour;
  const int rest = minutes % kMinutesOfHour;
  if (hours == 0) return CountText(rest, "minute");
  return CountText(hours, "hour") + (rest == 0 ? "" : " " + CountText(rest, "minute"));
}

}  // namespace assay::logic::reasoning
