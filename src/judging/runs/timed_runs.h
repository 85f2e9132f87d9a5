// TimedRuns: carries out runs so that load and chance don't move what their time limits say
// (near_limit.h). It knows the quiet lane, which every run passes on its ordinary side.
//
// A near-limit run is repeated as often as RunsThatDecide says. The first repetition has the host
// to itself if the run had neighbours and the lane allows. The others are paid for from savings,
// half of the slots' time, so a flood of near-limit programs gets two runs each; and a test is
// repeated for half a minute at most. All of that is CPU time, of which a busy host doesn't make
// more.
//
// Each repetition gets a box that no program has been in, and its own copy of stdin. It can only
// show that the first run's answer takes no longer than it may: one that ends in another way ends
// the repetition.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <functional>

#include "base/clock.h"
#include "judging/runs/near_limit.h"
#include "judging/runs/quiet_lane.h"
#include "judging/runs/run_bounds.h"
#include "judging/runs/runs.h"
#include "judging/runs/savings.h"

namespace assay {

class TimedRuns {
 public:
  using Try = std::function<RunAnswer(const RunRequest& request)>;
  // Whether the run that was tried last answered what the first one did.
  using Agreement = std::function<bool(const RunResult& first, const RunResult& last)>;

  // `grace_percent`: how much longer than its limits a lenient run may go on before it is stopped.
  TimedRuns(const Clock& clock, int slots, int grace_percent);

  // kExact: one run under the request's limits. kNearLimit: as many as decide. When one of them
  // kept the limits the answer is its, the last one's; else it is the first one's, which ends as if
  // it had been stopped at its limits.
  RunAnswer Run(const RunRequest& request, LimitLeniency leniency, const RunBounds& bounds,
                const Try& run, const Agreement& agree = SameAnswer);

  // A snapshot.
  struct Counts {
    int64_t reruns = 0;   // further runs of tests near their limit
    int64_t cleared = 0;  // tests that then kept it
    int64_t changed = 0;  // tests whose further run answered something else
    int64_t refused = 0;  // tests decided by fewer runs than wanted
  };
  Counts counts() const { return {reruns_, cleared_, changed_, refused_}; }

 private:
  RunAnswer Once(const RunRequest& request, const Try& run);
  RunAnswer UntilDecided(const RunRequest& request, const RunBounds& bounds, const Try& run,
                         const Agreement& agree);
  RunAnswer Quietly(const RunRequest& request, const RunBounds& bounds, const Try& run);

  static constexpr double kSavedShare = 0.5;                          // of each slot's time
  static constexpr Nanoseconds kMostSaved{std::chrono::seconds(30)};  // for each slot
  static constexpr Nanoseconds kMostRepeated{std::chrono::seconds(30)};

  const int grace_percent_;
  QuietLane lane_;
  Savings savings_;
  std::atomic<int64_t> reruns_{0};
  std::atomic<int64_t> cleared_{0};
  std::atomic<int64_t> changed_{0};
  std::atomic<int64_t> refused_{0};
};

}  // namespace assay
