// When a request is sent again: what the endpoint asks for, and otherwise later and later, at
// random moments, so that those who were refused together don't come back together. Pure functions.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "net/http.h"

namespace assay {

struct RetryPolicy {
  int max_attempts = 8;
  Nanoseconds first_wait = std::chrono::seconds(1);  // of the first retry, at most; then doubled
  Nanoseconds longest_wait = std::chrono::seconds(60);
  // An endpoint that asks for more than this means a quota, and not a crowd.
  Nanoseconds longest_retry_after = std::chrono::minutes(10);
  Nanoseconds request_timeout = std::chrono::minutes(30);  // of one request
  Nanoseconds total_time = std::chrono::hours(2);          // of a sample, all its tries and waits
};

// Before the try after number `attempt`, which counts from 1. `random`: from 0 to below 1.
Nanoseconds WaitBefore(int attempt, const RetryPolicy& policy, double random);

// retry-after-ms, or Retry-After in seconds or as a date. The server's own Date is what a date is
// compared with; `now` where there is none. Never negative.
std::optional<Nanoseconds> RetryAfterOf(const HttpResponse& response,
                                        std::chrono::system_clock::time_point now);

// "Sun, 06 Nov 1994 08:49:37 GMT", and the two older forms that HTTP has.
std::optional<std::chrono::system_clock::time_point> ParseHttpDate(std::string_view text);

}  // namespace assay
