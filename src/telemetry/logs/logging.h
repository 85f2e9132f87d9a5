// The log of a server: the lines of spdlog's default logger go to stderr, as text or as JSON, and
// into a tail in memory. Set up once, before threads. Thread-safe afterwards.
#pragma once

#include <string_view>

#include "telemetry/logs/log_tail.h"

namespace assay {

struct LogOptions {
  std::string_view level = "info";   // trace, debug, info, warn, error, off; others mean info
  std::string_view format = "text";  // or json: an object a line
};

// In place of what InitLogging (base/log.h) set up. Leaves out lines of which there are many: see
// LogSampler.
void InitServerLog(const LogOptions& options);
// Both from now on.
void SetLogLevel(std::string_view level);
void SetLogFormat(std::string_view format);

// What was logged since InitServerLog, and how many lines the sampler left out.
const LogTail& ProcessLogTail();
int64_t LogLinesLeftOut();

}  // namespace assay
