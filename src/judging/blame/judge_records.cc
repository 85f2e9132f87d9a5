#include "judging/blame/judge_records.h"

#include <algorithm>

namespace assay {

std::optional<JudgeRecord> JudgeRecords::Find(const std::string& key) {
  MutexLock lock(mutex_);
  const JudgeRecord* record = records_.Find(key);
  return record == nullptr ? std::nullopt : std::optional(*record);
}

void JudgeRecords::KeepAccepted(const std::string& key, const RunResult& judge_run) {
  const JudgeRecord seen{true, judge_run.cpu_time, judge_run.wall_time,
                         judge_run.memory_peak_bytes};
  MutexLock lock(mutex_);
  JudgeRecord* record = records_.Find(key);
  if (record == nullptr || !record->works) {
    records_.Put(key, seen, sizeof seen);
    return;
  }
  record->cpu_time = std::max(record->cpu_time, seen.cpu_time);
  record->wall_time = std::max(record->wall_time, seen.wall_time);
  record->memory_peak_bytes = std::max(record->memory_peak_bytes, seen.memory_peak_bytes);
}

void JudgeRecords::KeepBroken(const std::string& key) {
  MutexLock lock(mutex_);
  if (records_.Find(key) == nullptr) records_.Put(key, {}, sizeof(JudgeRecord));
}

}  // namespace assay
