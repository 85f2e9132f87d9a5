// What HAProxy knows of its servers: `show stat`, one row a server of each backend. Pure,
// thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

struct ServerRow {
  std::string backend;
  std::string server;   // "FRONTEND" and "BACKEND" for the sums
  std::string status;   // "UP", "DOWN", "DRAIN", "MAINT", "DOWN (agent)", "UP 1/2", "no check", …
  std::string check;    // of the last health check: "L7OK", "L4CON", …
  std::string address;  // "10.0.0.1:8080"; empty where the socket may not tell it
  std::string agent;    // of the last agent check; empty: none
  int64_t current = 0;  // requests under way
  int64_t queued = 0;
  int64_t weight = 0;
  int64_t limit = 0;  // of requests under way; 0: none
  int64_t total = 0;
  int64_t retried = 0;
};

// The columns are found by their names, whichever HAProxy has. An error: it isn't that table.
Result<std::vector<ServerRow>> ParseServerTable(std::string_view csv);

const ServerRow* FindServer(const std::vector<ServerRow>& rows, std::string_view backend,
                            std::string_view server);

}  // namespace assay
