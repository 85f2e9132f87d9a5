#include "engine/cache/compile_cache.h"

namespace assay {
namespace {

int64_t BytesOf(const RunResult& run) {
  size_t bytes = sizeof run + run.stdout_bytes.size() + run.stderr_bytes.size();
  for (const auto& [name, contents] : run.files) {
    bytes += name.size() + contents->size();
  }
  return static_cast<int64_t>(bytes);
}

}  // namespace

CompileCache::Joined CompileCache::Join(const std::string& key, JobId job) {
  if (const CompileRunPtr* kept = kept_.Find(key)) return {Role::kHit, *kept};
  return {flights_.Join(key, job) ? Role::kLead : Role::kWait, nullptr};
}

std::vector<JobId> CompileCache::Land(const std::string& key, const CompileRunPtr& run) {
  std::vector<JobId> waiters = flights_.Land(key);
  if (run != nullptr && run->status == RunStatus::kExited) kept_.Put(key, run, BytesOf(*run));
  return waiters;
}

}  // namespace assay
