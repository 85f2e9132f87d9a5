#include "engine/cache/compile_cache.h"

#include "base/check.h"

namespace assay {
namespace {

// What an entry costs beside its bytes: key, nodes and the RunResult itself.
constexpr int64_t kEntryOverheadBytes = 1024;

int64_t BytesOf(const RunResult& run) {
  int64_t bytes = kEntryOverheadBytes + static_cast<int64_t>(run.stdout_bytes.size()) +
                  static_cast<int64_t>(run.stderr_bytes.size());
  for (const auto& [name, contents] : run.files) {
    bytes += static_cast<int64_t>(name.size() + contents->size());
  }
  return bytes;
}

}  // namespace

CompileCache::Joined CompileCache::Join(const std::string& key, JobId job) {
  if (const auto kept = by_key_.find(key); kept != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, kept->second);
    return {Role::kHit, kept->second->run};
  }
  const auto [flight, lead] = flights_.try_emplace(key);
  if (lead) return {Role::kLead, nullptr};
  flight->second.push_back(job);
  return {Role::kWait, nullptr};
}

std::vector<JobId> CompileCache::Land(const std::string& key, const CompileRunPtr& run) {
  const auto flight = flights_.find(key);
  ASSAY_CHECK(flight != flights_.end());
  std::vector<JobId> waiters = std::move(flight->second);
  flights_.erase(flight);
  if (run != nullptr && run->status == RunStatus::kExited) Keep(key, run);
  return waiters;
}

void CompileCache::Keep(const std::string& key, const CompileRunPtr& run) {
  const int64_t bytes = BytesOf(*run);
  if (bytes > max_bytes_) return;
  entries_.push_front({key, run, bytes});
  const bool added = by_key_.emplace(key, entries_.begin()).second;
  ASSAY_CHECK(added);
  bytes_ += bytes;
  while (bytes_ > max_bytes_) {
    bytes_ -= entries_.back().bytes;
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

}  // namespace assay
