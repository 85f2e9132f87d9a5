#include "telemetry/logs/log_tail.h"

#include <algorithm>
#include <utility>

namespace assay {
namespace {

size_t BytesOf(const LogLine& line) {
  return sizeof line + line.message.size() + line.request.size();
}

}  // namespace

void LogTail::Add(LogLine line) {
  if (line.message.size() > bounds_.line_bytes) {
    line.message.resize(bounds_.line_bytes);
    line.message += " [cut]";
  }
  MutexLock lock(mutex_);
  line.number = ++last_;
  bytes_ += BytesOf(line);
  lines_.push_back(std::move(line));
  while (lines_.size() > bounds_.lines || bytes_ > bounds_.bytes) {
    bytes_ -= BytesOf(lines_.front());
    lines_.pop_front();
  }
}

std::vector<LogLine> LogTail::Lines(int64_t after, LogLevel from, size_t limit) const {
  std::vector<LogLine> found;
  MutexLock lock(mutex_);
  if (after <= 0) {
    for (auto line = lines_.rbegin(); line != lines_.rend() && found.size() < limit; ++line) {
      if (line->level >= from) found.push_back(*line);
    }
    std::reverse(found.begin(), found.end());
    return found;
  }
  for (const LogLine& line : lines_) {
    if (line.number <= after || line.level < from) continue;
    if (found.size() == limit) break;
    found.push_back(line);
  }
  return found;
}

int64_t LogTail::last() const {
  MutexLock lock(mutex_);
  return last_;
}

}  // namespace assay
