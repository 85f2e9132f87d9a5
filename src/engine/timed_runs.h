// TimedRuns: carries out runs so that load and chance don't move what their time limits say
// (near_limit.h). It knows the quiet lane, which every run passes on its ordinary side.
//
// A near-limit run is repeated as often as RunsThatDecide says. The first repetition has the host
// to itself if the run had neighbours and the lane allows. The others are paid for from savings,
// half of the slots' time, so a flood of near-limit programs gets two runs each; and a test is
// repeated for half a minute at most. All of that is CPU time, of which a busy host doesn't make
// more.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <functional>

#include "base/clock.h"
#include "engine/engine.h"
#include "engine/quiet_lane.h"
#include "engine/savings.h"
#include "engine/task.h"
#include "runner/runner.h"

namespace assay {

class TimedRuns {
 public:
  using Try = std::function<RunAnswer(const RunRequest& request)>;

  // `grace_percent` as EngineOptions::near_limit_percent.
  TimedRuns(const Clock& clock, int slots, int grace_percent);

  // One run under the request's limits.
  RunAnswer Once(const RunRequest& request, const Try& run);
  // As many runs as decide. The answer is the last one's; one over its limits ends as if it had
  // been stopped there.
  RunAnswer Judged(const RunRequest& request, const Task& task, const Try& run);

  void AddStats(EngineStats* stats) const;

 private:
  RunAnswer Quietly(const RunRequest& request, const Task& task, const Try& run);

  static constexpr double kSavedShare = 0.5;                          // of each slot's time
  static constexpr Nanoseconds kMostSaved{std::chrono::seconds(30)};  // for each slot
  static constexpr Nanoseconds kMostRepeated{std::chrono::seconds(30)};

  const int grace_percent_;
  QuietLane lane_;
  Savings savings_;
  std::atomic<int64_t> reruns_{0};
  std::atomic<int64_t> cleared_{0};
  std::atomic<int64_t> refused_{0};
};

}  // namespace assay
