#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "sandbox/run_cgroup.h"
#include "sandbox/sys.h"

namespace assay {
namespace {

// The agent lives in the same memory group: what it may touch on top of the run's own limit.
constexpr int64_t kAgentMemoryBytes = 2 << 20;
// The kernel charges in batches per CPU, so a group at its limit may show this much less.
constexpr int64_t kChargeBatchBytes = 256 << 10;
constexpr int64_t kAgentProcesses = 1;

int64_t NumberIn(const UniqueFd& fd) {
  auto text = ReadSmallFd(fd.get());
  return text.ok() ? ParseNumber(*text).value_or(0) : 0;
}

class V1RunCgroup final : public RunCgroup {
 public:
  UniqueFd limit, limit_with_swap, max_usage, oom_control, pids_max, cpu_usage;
  UniqueFd run_directory, kill, cpu_stat, cpu_pressure;

  Status Begin(const RunCaps& caps) override {
    limit_bytes_ = caps.memory_bytes + kAgentMemoryBytes;
    const std::string bytes = std::to_string(limit_bytes_);
    // Memory alone first: the limit with swap may never be the smaller one.
    if (!WriteSmallFd(limit.get(), bytes)) {
      return SystemError("sandbox.memory_limit", errno, "cannot limit memory to " + bytes);
    }
    if (limit_with_swap && !WriteSmallFd(limit_with_swap.get(), bytes)) {
      return SystemError("sandbox.memory_limit", errno, "cannot limit swap to " + bytes);
    }
    if (caps.processes != processes_) {
      if (!WriteSmallFd(pids_max.get(), std::to_string(caps.processes + kAgentProcesses))) {
        return SystemError("sandbox.pids_limit", errno, "cannot limit the number of processes");
      }
      processes_ = caps.processes;
    }
    if (!WriteSmallFd(max_usage.get(), "0")) {
      return SystemError("sandbox.memory_peak", errno, "cannot reset the memory peak");
    }
    memory_base_ = NumberIn(max_usage);
    oom_base_ = OomKills();
    cpu_base_ = RawCpuTime();
    stall_base_ = RawStall();
    return {};
  }

  int clone_fd() const override { return run_directory.get(); }
  Nanoseconds CpuTime() override { return std::max(Nanoseconds(0), RawCpuTime() - cpu_base_); }
  Nanoseconds StalledTime() override { return std::max(Nanoseconds(0), RawStall() - stall_base_); }
  bool Kill() override { return kill && WriteSmallFd(kill.get(), "1"); }

  RunMemory Memory() override {
    // The limit may have been lifted an instant before the last process ended.
    const int64_t peak = std::min(NumberIn(max_usage), limit_bytes_);
    RunMemory memory;
    memory.peak_bytes = std::max<int64_t>(0, peak - memory_base_);
    memory.oom_kills = std::max<int64_t>(0, OomKills() - oom_base_);
    memory.reached_limit = peak + kChargeBatchBytes >= limit_bytes_;
    return memory;
  }

  void LiftMemoryLimit() override {
    if (limit_with_swap) WriteSmallFd(limit_with_swap.get(), "-1");
    WriteSmallFd(limit.get(), "-1");
  }

 private:
  int64_t OomKills() {
    auto text = ReadSmallFd(oom_control.get());
    return text.ok() ? KeyedNumber(*text, "oom_kill").value_or(0) : 0;
  }
  Nanoseconds RawCpuTime() {
    if (cpu_stat) {  // the leaf holds the run alone, without the agent
      auto text = ReadSmallFd(cpu_stat.get());
      const auto micros = text.ok() ? KeyedNumber(*text, "usage_usec") : std::nullopt;
      if (micros) return std::chrono::microseconds(*micros);
    }
    return Nanoseconds(NumberIn(cpu_usage));
  }
  Nanoseconds RawStall() {
    if (!cpu_pressure) return Nanoseconds(0);
    auto text = ReadSmallFd(cpu_pressure.get());
    return std::chrono::microseconds(text.ok() ? PressureTotalMicros(*text, "full") : 0);
  }

  int64_t limit_bytes_ = 0;
  int64_t processes_ = -1;
  int64_t memory_base_ = 0;
  int64_t oom_base_ = 0;
  Nanoseconds cpu_base_{0};
  Nanoseconds stall_base_{0};
};

}  // namespace

Result<std::unique_ptr<RunCgroup>> OpenV1RunCgroup(UniqueFd memory, UniqueFd pids, UniqueFd cpuacct,
                                                   UniqueFd run_directory) {
  auto group = std::make_unique<V1RunCgroup>();
  const auto open = [](const UniqueFd& directory, const char* name, int flags) {
    return UniqueFd(::openat(directory.get(), name, flags | O_CLOEXEC));
  };
  group->limit = open(memory, "memory.limit_in_bytes", O_RDWR);
  group->limit_with_swap = open(memory, "memory.memsw.limit_in_bytes", O_RDWR);
  group->max_usage = open(memory, "memory.max_usage_in_bytes", O_RDWR);
  group->oom_control = open(memory, "memory.oom_control", O_RDONLY);
  group->pids_max = open(pids, "pids.max", O_RDWR);
  group->cpu_usage = open(cpuacct, "cpuacct.usage", O_RDONLY);
  if (!group->limit || !group->max_usage || !group->oom_control || !group->pids_max ||
      !group->cpu_usage) {
    return SystemError("sandbox.cgroup", errno, "a v1 control file is missing");
  }
  if (run_directory) {
    group->kill = open(run_directory, "cgroup.kill", O_WRONLY);
    group->cpu_stat = open(run_directory, "cpu.stat", O_RDONLY);
    group->cpu_pressure = open(run_directory, "cpu.pressure", O_RDONLY);
    group->run_directory = std::move(run_directory);
  }
  return std::unique_ptr<RunCgroup>(std::move(group));
}

}  // namespace assay
