#include "net/retry/retry.h"

#include <time.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "base/text.h"

namespace assay {
namespace {

std::string_view HeaderOf(const HttpResponse& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return TrimAsciiSpace(value);
  }
  return {};
}

std::optional<double> NumberOf(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !(number >= 0)) {
    return std::nullopt;
  }
  return number;
}

}  // namespace

Nanoseconds WaitBefore(int attempt, const RetryPolicy& policy, double random) {
  Nanoseconds most = policy.first_wait;
  for (int i = 1; i < attempt && most < policy.longest_wait; ++i) most *= 2;
  most = std::min(most, policy.longest_wait);
  return FromSeconds(ToSeconds(most) * random);
}

std::optional<std::chrono::system_clock::time_point> ParseHttpDate(std::string_view text) {
  const std::string date(text);
  for (const char* format :
       {"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %d %H:%M:%S %Y"}) {
    struct tm parts = {};
    const char* end = ::strptime(date.c_str(), format, &parts);
    if (end == nullptr || *end != '\0') continue;
    return std::chrono::system_clock::from_time_t(::timegm(&parts));
  }
  return std::nullopt;
}

std::optional<Nanoseconds> RetryAfterOf(const HttpResponse& response,
                                        std::chrono::system_clock::time_point now) {
  if (const auto milliseconds = NumberOf(HeaderOf(response, "retry-after-ms"))) {
    return FromSeconds(*milliseconds / 1000);
  }
  const std::string_view text = HeaderOf(response, "retry-after");
  if (const auto seconds = NumberOf(text)) return FromSeconds(*seconds);
  const auto date = ParseHttpDate(text);
  if (!date) return std::nullopt;
  const auto servers_now = ParseHttpDate(HeaderOf(response, "date")).value_or(now);
  return FromSeconds(std::chrono::duration<double>(*date - servers_now).count());
}

}  // namespace assay
