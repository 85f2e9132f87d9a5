#include "sandbox/agent/live/box_watch.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "base/text.h"
#include "sandbox/agent/proc_entries.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// Of a box in which nothing has had processor time since the last look: what doesn't run doesn't
// grow.
constexpr auto kIdleWait = std::chrono::milliseconds(50);

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

}  // namespace

BoxWatch::BoxWatch(RunCgroup* usage, const Keeper* keeper, UniqueFd proc)
    : usage_(usage), keeper_(keeper), proc_(std::move(proc)) {}

void BoxWatch::Limit(int64_t memory_bytes, int64_t processes) {
  memory_bytes_ = memory_bytes;
  processes_ = processes;
  (void)usage_->SetLimits({memory_bytes, processes, 0}).ok();
}

std::vector<pid_t> BoxWatch::Programs() {
  std::vector<pid_t> programs;
  ForEachNumber(proc_.get(), [&](const char* name) {
    const auto pid = static_cast<pid_t>(ParseNumber(name).value_or(0));
    if (pid > 1 && pid != keeper_->pid()) programs.push_back(pid);
  });
  std::sort(programs.begin(), programs.end());
  return programs;
}

int64_t BoxWatch::Threads(const std::vector<pid_t>& programs) const {
  int64_t threads = 0;
  for (const pid_t pid : programs) {
    const auto status = ReadSmallFile(proc_.get(), (std::to_string(pid) + "/status").c_str());
    const size_t line = status.ok() ? status->find("\nThreads:\t") : std::string::npos;
    if (line == std::string::npos) continue;
    const std::string_view number = std::string_view(*status).substr(line + 10);
    threads += ParseNumber(number.substr(0, number.find('\n'))).value_or(1);
  }
  return threads;
}

bool BoxWatch::IsFull() {
  return processes_ > 0 && Threads(Programs()) >= processes_;
}

int BoxWatch::WaitMs() const {
  if (wait_ < Nanoseconds(0)) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(looked_ + wait_ - Now());
  return static_cast<int>(std::clamp<int64_t>(left.count(), 0, 1000));
}

bool BoxWatch::Look() {
  if (wait_ < Nanoseconds(0) || Now() < looked_ + wait_) return false;
  const std::vector<pid_t> programs = Programs();
  usage_->Look(proc_.get(), programs);
  looked_ = Now();
  const Nanoseconds cpu = CpuTime();
  wait_ = *usage_->LookEvery();
  if (cpu == cpu_seen_) wait_ = std::max<Nanoseconds>(wait_, kIdleWait);
  cpu_seen_ = cpu;
  if (programs.empty()) wait_ = Nanoseconds(-1);
  if (!usage_->Memory().over_limit || programs.empty()) return false;
  // The box has no agent any more that could bound it.
  if (!keeper_->KillAll()) ::_exit(1);
  ++kills_;
  cpu_before_ = CpuTime();
  peak_before_ = std::max(peak_before_, usage_->Memory().peak_bytes);
  (void)usage_->Begin().ok();
  wait_ = Nanoseconds(0);
  return true;
}

std::vector<int64_t> BoxWatch::Numbers() {
  const std::vector<pid_t> programs = Programs();
  usage_->Look(proc_.get(), programs);
  const RunMemory memory = usage_->Memory();
  return {CpuTime().count(), memory.now_bytes, std::max(peak_before_, memory.peak_bytes),
          Threads(programs), kills_};
}

}  // namespace assay
