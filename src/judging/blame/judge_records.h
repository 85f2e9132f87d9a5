// JudgeRecords: what is known of special judges on single tests. A judge that has accepted an
// output there works, and what it used then says what it needs. One that broke down on the
// reference answer is broken itself. It is what decides who is to blame when a judge breaks down.
//
// Only about judges and tests, never about an output, so one record serves all submissions. In
// memory, bounded; least recently used records go first. Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/lru_cache.h"
#include "base/mutex.h"
#include "model/run_result.h"

namespace assay {

struct JudgeRecord {
  bool works = false;  // it has accepted an output
  // The most that one took: a judge that came near a limit may well pass it by itself.
  Nanoseconds cpu_time{0};
  Nanoseconds wall_time{0};
  int64_t memory_peak_bytes = 0;
};

class JudgeRecords {
 public:
  explicit JudgeRecords(int64_t max_bytes) : records_(max_bytes) {}

  std::optional<JudgeRecord> Find(const std::string& key) ASSAY_EXCLUDES(mutex_);
  void KeepAccepted(const std::string& key, const RunResult& judge_run) ASSAY_EXCLUDES(mutex_);
  // It does not accept the reference answer. An acceptance known before or after outranks that.
  void KeepBroken(const std::string& key) ASSAY_EXCLUDES(mutex_);

 private:
  Mutex mutex_;
  LruCache<JudgeRecord> records_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
