#include "text/utc_time.h"

#include <ctime>

namespace assay {

std::string UtcTime(std::chrono::system_clock::time_point time, int digits) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const std::time_t seconds = std::chrono::system_clock::to_time_t(whole);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  char text[64];
  const size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
  if (digits == 0) return std::string(text, size) + "Z";
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(time - whole).count();
  std::string fraction = std::to_string(micros);
  fraction.insert(0, 6 - fraction.size(), '0');
  fraction.resize(static_cast<size_t>(digits));
  return std::string(text, size) + "." + fraction + "Z";
}

}  // namespace assay
