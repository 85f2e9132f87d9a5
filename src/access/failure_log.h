// FailureLog: refused requests in the log, so few that a stranger can't fill it: a line a minute
// for each address, with how many there were, and a bound on all addresses together.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/lru_cache.h"
#include "base/mutex.h"

namespace assay {

class FailureLog {
 public:
  static constexpr size_t kMostAddresses = 1024;
  static constexpr int kMostLinesAMinute = 60;

  explicit FailureLog(const Clock& clock) : clock_(clock) {}

  // The line that is due, or nothing. `route`: a registered path. Neither it nor `why` may hold
  // anything that the client chose.
  std::string Note(const std::string& peer, std::string_view why, std::string_view route)
      ASSAY_EXCLUDES(mutex_);

 private:
  struct Address {
    SteadyTime logged;
    int64_t unsaid = 0;  // since then
  };

  const Clock& clock_;
  Mutex mutex_;
  LruList<std::string, Address> addresses_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime minute_ ASSAY_GUARDED_BY(mutex_);
  int lines_ ASSAY_GUARDED_BY(mutex_) = 0;  // in that minute
};

}  // namespace assay
