#include "judging/runs/timed_runs.h"

#include <algorithm>
#include <utility>

namespace assay {
TimedRuns::TimedRuns(const Clock& clock, int slots, int grace_percent)
    : grace_percent_(grace_percent),
      lane_(clock),
      savings_(clock, kSavedShare * slots, kMostSaved * slots) {}

RunAnswer TimedRuns::Run(const RunRequest& request, LimitLeniency leniency, const RunBounds& bounds,
                         const Try& run, const Agreement& agree) {
  return leniency == LimitLeniency::kExact ? Once(request, run)
                                           : UntilDecided(request, bounds, run, agree);
}

RunAnswer TimedRuns::Once(const RunRequest& request, const Try& run) {
  const QuietLane::Shared in_lane(lane_);
  return run(request);
}

RunAnswer TimedRuns::UntilDecided(const RunRequest& request, const RunBounds& bounds,
                                  const Try& run, const Agreement& agree) {
  const Limits& limits = request.limits;
  RunRequest lenient = request;
  lenient.limits = WithGrace(limits, grace_percent_);
  bool disturbed = false;
  RunAnswer answer;
  {
    const QuietLane::Shared in_lane(lane_);
    answer = run(lenient);
    const auto* ended = std::get_if<RunResult>(&answer);
    if (ended == nullptr || !ExceedsTime(*ended, limits)) return answer;
    disturbed = in_lane.had_company() || WasStarved(*ended);
  }
  lenient.fresh_box = true;
  auto& first = std::get<RunResult>(answer);
  int wanted = RunsThatDecide(first, limits);
  Nanoseconds repeated{0};
  for (int runs = 1; runs < wanted; ++runs) {
    if (runs > 1 && (repeated > kMostRepeated || !savings_.left())) {
      ++refused_;
      break;
    }
    // A run holds its stdin as a file, and what it did to that file must not reach the next one.
    if (request.stdin_bytes != nullptr) {
      lenient.stdin_bytes = Blob::FromString(std::string(request.stdin_bytes->view()));
    }
    RunAnswer next = runs == 1 && disturbed ? Quietly(lenient, bounds, run) : Once(lenient, run);
    const auto* stopped = std::get_if<TaskStopped>(&next);
    if (stopped != nullptr && stopped->total_timeout) break;  // what is known decides
    ++reruns_;
    const auto* result = std::get_if<RunResult>(&next);
    if (result == nullptr) return next;
    // What it kept of the slot: a program that sleeps costs no processor, but time.
    const Nanoseconds held =
        std::max(result->cpu_time, Nanoseconds(result->wall_time - result->starved_time));
    repeated += held;
    if (runs > 1) savings_.Spend(held);
    if (WasStopped(*result)) continue;
    if (!agree(first, *result)) {
      ++changed_;
      break;
    }
    if (!ExceedsTime(*result, limits)) {
      ++cleared_;
      return next;
    }
    wanted = std::max(wanted, RunsThatDecide(*result, limits));
  }
  StopAtLimit(limits, &first);
  return answer;
}

RunAnswer TimedRuns::Quietly(const RunRequest& request, const RunBounds& bounds, const Try& run) {
  switch (lane_.EnterQuiet(bounds.cancel, bounds.deadline)) {
    case QuietLane::Entry::kCancelled: return TaskStopped{!bounds.cancel.cancelled()};
    case QuietLane::Entry::kRefused: return Once(request, run);
    case QuietLane::Entry::kEntered: break;
  }
  RunAnswer answer = run(request);
  lane_.LeaveQuiet();
  return answer;
}

}  // namespace assay
