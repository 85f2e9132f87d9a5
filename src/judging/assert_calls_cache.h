// AssertCallsCache: what the first runs of separated asserts answered. Such a run depends on the
// problem alone, so one serves all submissions. Bounded; least recently used answers go first.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/lru_cache.h"
#include "base/mutex.h"
#include "grading/assert_grade.h"

namespace assay {

class AssertCallsCache {
 public:
  explicit AssertCallsCache(int64_t max_bytes) : replies_(max_bytes) {}

  std::optional<TestsReply> Find(const std::string& key) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    const TestsReply* reply = replies_.Find(key);
    return reply == nullptr ? std::nullopt : std::optional(*reply);
  }
  void Keep(const std::string& key, const TestsReply& reply) ASSAY_EXCLUDES(mutex_) {
    const auto bytes = static_cast<int64_t>(reply.calls.size() + reply.message.size());
    MutexLock lock(mutex_);
    replies_.Put(key, reply, bytes);
  }

 private:
  Mutex mutex_;
  LruCache<TestsReply> replies_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
