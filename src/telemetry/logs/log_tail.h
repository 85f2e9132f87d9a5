// LogTail: the last lines of the log, for whoever can't read it where it goes. Bounded in lines and
// bytes; the oldest go first. Thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/mutex.h"

namespace assay {

// As spdlog's, by their order.
enum class LogLevel { kTrace, kDebug, kInfo, kWarn, kError };

struct LogLine {
  int64_t number = 0;  // 1 for the first of this process
  double time = 0;     // Unix seconds
  LogLevel level = LogLevel::kInfo;
  std::string message;
  std::string request;  // may be empty
};

class LogTail {
 public:
  struct Bounds {
    size_t lines = 4'000;
    size_t bytes = 2 << 20;
    size_t line_bytes = 4 << 10;  // a longer message is cut
  };
  LogTail() = default;
  explicit LogTail(Bounds bounds) : bounds_(bounds) {}

  // Gives the line its number.
  void Add(LogLine line) ASSAY_EXCLUDES(mutex_);
  // In their order: lines after that number, from that level on. With more than `limit` the newest
  // of them when `after` is 0, else the oldest, so that who follows loses none.
  std::vector<LogLine> Lines(int64_t after, LogLevel from, size_t limit) const
      ASSAY_EXCLUDES(mutex_);
  // The number of the newest line; 0: none yet.
  int64_t last() const ASSAY_EXCLUDES(mutex_);

 private:
  const Bounds bounds_{};
  mutable Mutex mutex_;
  std::deque<LogLine> lines_ ASSAY_GUARDED_BY(mutex_);
  size_t bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t last_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
