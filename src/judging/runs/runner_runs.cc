#include "judging/runs/runner_runs.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "judging/runs/near_limit.h"
#include "judging/runs/nonce.h"

namespace assay {

RunAnswer RunnerRuns::Run(const PlannedRun& order) {
  const auto once = [&](const RunRequest& request) {
    return TryUntilAnswered(request, order.language, [&](const RunRequest& each) {
      return rig_.runner.Run(each, &bounds_.cancel);
    });
  };
  return rig_.timed.Run(order.request, order.leniency, bounds_, once);
}

// Whatever is tried or timed again is so with both: the interactor is part of each try. An
// interactor may ask other things each time, so what was said may differ; that it was content, and
// what it wrote down for a checker, may not: another conversation would be a second chance.
PairAnswer RunnerRuns::RunPair(const PlannedPair& order) {
  std::optional<PairResult> first;
  PairResult last;
  const auto once = [&](const RunRequest& request) {
    if (request.fresh_box && !first) first = std::exchange(last, {});
    return TryUntilAnswered(request, order.candidate_language, [&](const RunRequest& each) {
      return RunTogether(each, order, &last);
    });
  };
  const auto agree = [&](const RunResult& first_candidate, const RunResult& last_candidate) {
    return SameEnd(first_candidate, last_candidate) && SameEnd(first->interactor, last.interactor);
  };
  RunAnswer answer = rig_.timed.Run(order.request.candidate, order.leniency, bounds_, once, agree);
  if (auto* error = std::get_if<Error>(&answer)) return std::move(*error);
  if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
  auto& candidate = std::get<RunResult>(answer);
  PairResult& decided = WasStopped(candidate) && first ? *first : last;
  decided.candidate = std::move(candidate);
  return std::move(decided);
}

Result<std::string> RunnerRuns::Nonce() {
  return RandomNonce();
}

Result<RunResult> RunnerRuns::RunTogether(const RunRequest& candidate, const PlannedPair& order,
                                          PairResult* result) {
  PairRequest pair = order.request;
  pair.candidate = candidate;
  pair.interactor.limits.wall_time = std::min(pair.interactor.limits.wall_time, RemainingTime());
  auto ended = rig_.runner.RunPair(pair, &bounds_.cancel);
  if (!ended.ok()) return ended.error();
  *result = std::move(ended).value();
  const RunResult& interactor = result->interactor;
  if (interactor.status == RunStatus::kCancelled) result->candidate.status = RunStatus::kCancelled;
  if (rig_.observer != nullptr && result->candidate.status != RunStatus::kCancelled) {
    rig_.observer->OnRun(order.interactor_language, pair.interactor.purpose, interactor);
  }
  return std::move(result->candidate);
}

Nanoseconds RunnerRuns::RemainingTime() const {
  if (bounds_.deadline == SteadyTime::max()) return Nanoseconds::max();
  return bounds_.deadline - rig_.clock.Now();
}

template <typename Try>
RunAnswer RunnerRuns::TryUntilAnswered(RunRequest request, std::string_view language,
                                       const Try& run) {
  const Nanoseconds wall_limit = request.limits.wall_time;
  Error error;
  for (int attempt = 0; attempt < std::max(1, rig_.attempts); ++attempt) {
    if (bounds_.cancel.cancelled()) return TaskStopped{};
    const Nanoseconds remaining = RemainingTime();
    if (remaining <= Nanoseconds{0}) return TaskStopped{true};
    const bool cut = remaining < wall_limit;
    request.limits.wall_time = std::min(wall_limit, remaining);
    Result<RunResult> result = run(request);
    if (result.ok() && result->status != RunStatus::kCancelled) {
      if (rig_.observer != nullptr) rig_.observer->OnRun(language, request.purpose, *result);
      if (cut && result->status == RunStatus::kWallLimit) return TaskStopped{true};
      return std::move(result).value();
    }
    if (bounds_.cancel.cancelled()) return TaskStopped{};
    error = result.ok() ? Error{ErrorCode::kInternal, "engine.run", 0,
                                "the run was given up though nobody asked for that"}
                        : result.error();
    if (rig_.observer != nullptr) rig_.observer->OnRunnerError(error);
    if (!error.retryable()) break;
  }
  return error;
}

}  // namespace assay
