#include "judging/runs/near_limit.h"

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

bool WasStopped(const RunResult& run) {
  return run.status == RunStatus::kCpuLimit || run.status == RunStatus::kWallLimit;
}

bool ExceedsTime(const RunResult& run, const Limits& limits) {
  if (run.status != RunStatus::kExited && run.status != RunStatus::kSignalled) return false;
  if (run.cpu_time > limits.cpu_time) return true;
  const Nanoseconds counted = run.wall_time - run.starved_time;
  return counted > limits.wall_time &&
         WallTimeDecides(counted - run.cpu_time, limits.cpu_time, limits.wall_time);
}

int RunsThatDecide(const RunResult& run, const Limits& limits) {
  if (!ExceedsTime(run, limits)) return 1;
  // Most runs are within two per cent of what the program could do, but slow ones come in groups of
  // up to ten. The less is lacking, the more runs it takes to tell such a program from one that
  // can't do better. One that sleeps too long will again.
  if (run.cpu_time <= limits.cpu_time) return 2;
  if (run.cpu_time > More(limits.cpu_time, 10)) return 3;
  if (run.cpu_time > More(limits.cpu_time, 3)) return 10;
  if (run.cpu_time > More(limits.cpu_time, 1)) return 16;
  return 24;
}

bool WasStarved(const RunResult& run) {
  return run.starved_time * kStarvedShare > run.wall_time;
}

bool SameEnd(const RunResult& a, const RunResult& b) {
  return a.status == b.status && a.exit_code == b.exit_code && a.signal == b.signal &&
         a.reply_bytes == b.reply_bytes &&
         std::equal(a.files.begin(), a.files.end(), b.files.begin(), b.files.end(),
                    [](const auto& one, const auto& other) {
                      return one.first == other.first && one.second->view() == other.second->view();
                    });
}

bool SameAnswer(const RunResult& a, const RunResult& b) {
  return SameEnd(a, b) && a.stdout_bytes == b.stdout_bytes;
}

void StopAtLimit(const Limits& limits, RunResult* run) {
  run->status = run->cpu_time > limits.cpu_time ? RunStatus::kCpuLimit : RunStatus::kWallLimit;
  run->exit_code = 0;
}

}  // namespace assay
