#include "engine/near_limit.h"

#include <algorithm>

#include "model/wall_time.h"

namespace assay {
namespace {

constexpr int kStarvedShare = 50;

Nanoseconds More(Nanoseconds time, int percent) {
  return time + time * percent / 100;
}

}  // namespace

Limits WithGrace(Limits limits, int percent) {
  limits.cpu_time = More(limits.cpu_time, percent);
  limits.wall_time = More(limits.wall_time, percent);
  return limits;
}

bool ExceedsTime(const RunResult& run, const Limits& limits) {
  if (run.status != RunStatus::kExited && run.status != RunStatus::kSignalled) return false;
  if (run.cpu_time > limits.cpu_time) return true;
  const Nanoseconds counted = run.wall_time - run.starved_time;
  return counted > limits.wall_time &&
         WallTimeDecides(counted - run.cpu_time, limits.cpu_time, limits.wall_time);
}

double Excess(const RunResult& run, const Limits& limits) {
  if (!ExceedsTime(run, limits)) return 0;
  const auto over = [](Nanoseconds time, Nanoseconds limit) {
    return ToSeconds(time - limit) / ToSeconds(std::max(limit, Nanoseconds(1)));
  };
  return std::max(over(run.cpu_time, limits.cpu_time),
                  over(run.wall_time - run.starved_time, limits.wall_time));
}

int RunsThatDecide(double excess) {
  // A run is rarely more than some per cent slower than it could be, and the less it may be, the
  // more runs it takes to tell it from one that can't do better.
  if (excess > 0.1) return 2;
  if (excess > 0.03) return 4;
  if (excess > 0.01) return 8;
  return 20;
}

bool WasStarved(const RunResult& run) {
  return run.starved_time * kStarvedShare > run.wall_time;
}

void StopAtLimit(const Limits& limits, RunResult* run) {
  run->status = run->cpu_time > limits.cpu_time ? RunStatus::kCpuLimit : RunStatus::kWallLimit;
  run->exit_code = 0;
}

}  // namespace assay
