// ControlRuns: what became of reference patches, by a fingerprint of all that decides it. Of those
// who want the same one at the same time one runs it for all. Only references that are resolved are
// remembered, within a bound and for an hour: an environment that is broken may be mended, and an
// image replaced.
//
// Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/lru_cache.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/work/single_flight.h"
#include "swe/grade/verdict.h"
#include "swe/run/attempt.h"
#include "swe/run/waited.h"

namespace assay::swe {

// Of everything but the patch and the patience.
std::string ControlFingerprint(const GradeJob& job);

class ControlRuns {
 public:
  struct Control {
    Grading grading;
    bool known = false;  // from an earlier run
  };

  explicit ControlRuns(const Clock& clock) : clock_(clock) {}

  // What is remembered was found out on a machine that had perhaps less to do: of whoever was out
  // of time it says nothing.
  enum class Remembered { kCounts, kDoesNotCount };

  // `run` grades the reference, within `longest`. Where the one who runs it for others is told to
  // stop, another does it.
  Result<Control> Get(const std::string& fingerprint, Remembered remembered, Nanoseconds longest,
                      const std::function<Result<Grading>()>& run) ASSAY_EXCLUDES(mutex_);

 private:
  static constexpr int64_t kMostBytes = 16 << 20;
  using Answer = Waited<Result<Grading>>;

  const Clock& clock_;
  Mutex mutex_;
  LruCache<SteadyTime> resolved_ ASSAY_GUARDED_BY(mutex_){kMostBytes};  // when
  SingleFlight<std::shared_ptr<Answer>> flights_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::swe
