// What bounds the proxies of boxes, and what they say about themselves. Plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sessions/egress/addresses.h"

namespace assay {

struct EgressOptions {
  int max_connections = 128;       // of one box
  int max_all_connections = 4096;  // each takes two descriptors
  int max_lookups = 16;            // of one box at once
  std::chrono::milliseconds head_timeout{30'000};
  std::chrono::milliseconds connect_timeout{20'000};  // the lookup included
  std::chrono::milliseconds idle_timeout{900'000};
  // The addresses of a name, at once or after a wait; empty: the system's resolver.
  std::function<std::vector<IpAddress>(const std::string& name)> resolve;
};

struct EgressCounters {
  int64_t connections = 0;  // open now
  int64_t allowed = 0;      // that reached their server
  int64_t refused = 0;      // by the policy
  int64_t failed = 0;       // not understood, no such name, server not reached
  int64_t bytes_sent = 0;   // by the box
  int64_t bytes_received = 0;
};

}  // namespace assay
