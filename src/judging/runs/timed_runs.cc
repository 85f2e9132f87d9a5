#include "judging/runs/timed_runs.h"

#include <algorithm>
#include <utility>

#include "judging/runs/near_limit.h"

namespace assay {
namespace {

// Of a run whose limits had the grace: stopped even then.
bool WasStopped(const RunResult& run) {
  return run.status == RunStatus::kCpuLimit || run.status == RunStatus::kWallLimit;
}

}  // namespace

TimedRuns::TimedRuns(const Clock& clock, int slots, int grace_percent)
    : grace_percent_(grace_percent),
      lane_(clock),
      savings_(clock, kSavedShare * slots, kMostSaved * slots) {}

RunAnswer TimedRuns::Run(const RunRequest& request, LimitLeniency leniency, const RunBounds& bounds,
                         const Try& run) {
  return leniency == LimitLeniency::kExact ? Once(request, run)
                                           : UntilDecided(request, bounds, run);
}

RunAnswer TimedRuns::Once(const RunRequest& request, const Try& run) {
  const QuietLane::Shared in_lane(lane_);
  return run(request);
}

RunAnswer TimedRuns::UntilDecided(const RunRequest& request, const RunBounds& bounds,
                                  const Try& run) {
  const Limits& limits = request.limits;
  RunRequest lenient = request;
  lenient.limits = WithGrace(limits, grace_percent_);
  bool disturbed = false;
  RunAnswer answer;
  {
    const QuietLane::Shared in_lane(lane_);
    answer = run(lenient);
    const auto* first = std::get_if<RunResult>(&answer);
    if (first == nullptr || !ExceedsTime(*first, limits)) return answer;
    disturbed = in_lane.had_company() || WasStarved(*first);
  }
  int wanted = RunsThatDecide(std::get<RunResult>(answer), limits);
  Nanoseconds repeated{0};
  for (int runs = 1; runs < wanted; ++runs) {
    if (runs > 1 && (repeated > kMostRepeated || !savings_.left())) {
      ++refused_;
      break;
    }
    RunAnswer next = runs == 1 && disturbed ? Quietly(lenient, bounds, run) : Once(lenient, run);
    const auto* stopped = std::get_if<TaskStopped>(&next);
    if (stopped != nullptr && stopped->total_timeout) break;  // what is known decides
    ++reruns_;
    answer = std::move(next);
    const auto* result = std::get_if<RunResult>(&answer);
    if (result == nullptr) return answer;
    repeated += result->cpu_time;
    if (runs > 1) savings_.Spend(result->cpu_time);
    if (WasStopped(*result)) continue;
    if (!ExceedsTime(*result, limits)) {
      ++cleared_;
      return answer;
    }
    wanted = std::max(wanted, RunsThatDecide(*result, limits));
  }
  auto& result = std::get<RunResult>(answer);
  if (!WasStopped(result)) StopAtLimit(limits, &result);
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
