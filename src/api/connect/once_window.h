// OnceWindow: what clients may send twice is done once. A client whose connection broke doesn't
// know whether its input or signal arrived, and sends it again with the same key.
//
// Keys are remembered for longer than clients try (Prime's: three times 30 s, and pauses). Bounded:
// beyond the bound the oldest are forgotten early. Thread-safe.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <unordered_set>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"

namespace assay {

class OnceWindow {
 public:
  static constexpr Nanoseconds kWindow = std::chrono::seconds(150);
  static constexpr size_t kMost = 1 << 19;
  static constexpr size_t kLongestKey = 128;

  // `clock` outlives it.
  explicit OnceWindow(const Clock& clock, size_t most = kMost) : clock_(clock), most_(most) {}

  // Does `work` unless it was done for this key already: then it is well. What fails may be tried
  // again. An empty key: always. `work` must not block, nor come back here.
  Status Do(const std::string& scope, const std::string& key, const std::function<Status()>& work)
      ASSAY_EXCLUDES(mutex_);

 private:
  struct Done {
    SteadyTime when;
    std::string key;
  };

  const Clock& clock_;
  const size_t most_;
  Mutex mutex_;
  std::deque<Done> order_ ASSAY_GUARDED_BY(mutex_);  // the oldest first
  std::unordered_set<std::string> keys_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
