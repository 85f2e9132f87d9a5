#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "sandbox/cgroup/run_cgroup.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// The agent lives in the same memory group: what it may touch on top of the run's own limit.
constexpr int64_t kAgentMemoryBytes = 2 << 20;
// The kernel charges in batches per CPU, so a group at its limit may show this much less.
constexpr int64_t kChargeBatchBytes = 256 << 10;
constexpr int64_t kAgentProcesses = 1;
constexpr const char* kLeaf = "run";
// What the sockets of a box may hold; these buffers have a counter of their own here.
constexpr const char* kSocketBytes = "8388608";

// More than the kernel ever charges at once, which is a huge page: as many pages as a page has room
// for numbers of theirs. A group that stayed further below its limit was never refused anything.
int64_t LargestCharge() {
  const int64_t page = ::sysconf(_SC_PAGESIZE);
  return 4 * page * (page / static_cast<int64_t>(sizeof(uint64_t)));
}

int64_t NumberIn(const UniqueFd& fd) {
  auto text = ReadSmallFd(fd.get());
  return text.ok() ? ParseNumber(*text).value_or(0) : 0;
}

class V1RunCgroup final : public RunCgroup {
 public:
  UniqueFd limit, limit_with_swap, max_usage, oom_control, pids_max, pids_now, cpu_usage;
  // How often a limit was hit.
  UniqueFd failures, failures_with_swap;
  // Of all runs of the box: the first one with sockets is its last.
  UniqueFd socket_peak;
  bool bounds_sockets = false;
  UniqueFd unified_box;  // the box's directory in a v2 hierarchy without controllers, if any

  // cgroup.kill leaves a mark that makes some kernels (seen with 6.18) kill whatever enters the
  // group by CLONE_INTO_CGROUP later; a leaf is used until it had to be killed.
  Status OpenLeaf() {
    if (!unified_box) return {};
    leaf_.Reset();
    if (::unlinkat(unified_box.get(), kLeaf, AT_REMOVEDIR) != 0 && errno != ENOENT) {
      return SystemError("sandbox.cgroup", errno, "the last run's cgroup is still in use");
    }
    if (::mkdirat(unified_box.get(), kLeaf, 0755) != 0) {
      return SystemError("sandbox.cgroup", errno, "cannot make the run's cgroup");
    }
    leaf_.Reset(::openat(unified_box.get(), kLeaf, O_DIRECTORY | O_RDONLY | O_CLOEXEC));
    if (!leaf_) return SystemError("sandbox.cgroup", errno, "cannot open the run's cgroup");
    kill_.Reset(::openat(leaf_.get(), "cgroup.kill", O_WRONLY | O_CLOEXEC));
    cpu_stat_.Reset(::openat(leaf_.get(), "cpu.stat", O_RDONLY | O_CLOEXEC));
    cpu_pressure_.Reset(::openat(leaf_.get(), "cpu.pressure", O_RDONLY | O_CLOEXEC));
    io_pressure_.Reset(::openat(leaf_.get(), "io.pressure", O_RDONLY | O_CLOEXEC));
    spent_ = false;
    return {};
  }

  Status Begin() override {
    if (spent_) ASSAY_RETURN_IF_ERROR(OpenLeaf());
    if (!WriteSmallFd(max_usage.get(), "0")) {
      return SystemError("sandbox.memory_peak", errno, "cannot reset the memory peak");
    }
    memory_base_ = NumberIn(max_usage);
    oom_base_ = OomKills();
    // Without a limit of its own, between two runs, a group is refused nothing.
    if (!failures_known_) failures_base_ = NumberIn(failures);
    failures_known_ = false;
    // What was swapped out counts there and not in the peak.
    if (failures_with_swap) swap_failures_base_ = NumberIn(failures_with_swap);
    cpu_base_ = RawCpuTime();
    waited_base_ = Stalled(cpu_pressure_, "some").value_or(Nanoseconds(0));
    disk_base_ = Stalled(io_pressure_, "full").value_or(Nanoseconds(0));
    return {};
  }

  Status SetLimits(const RunCaps& caps) override {
    // What the agent and the zygotes hold already is not the run's.
    limit_bytes_ = memory_base_ + caps.memory_bytes + kAgentMemoryBytes;
    const std::string bytes = std::to_string(limit_bytes_);
    // Memory alone first: the limit with swap may never be the smaller one.
    if (!WriteSmallFd(limit.get(), bytes)) {
      return SystemError("sandbox.memory_limit", errno, "cannot limit memory to " + bytes);
    }
    if (limit_with_swap && !WriteSmallFd(limit_with_swap.get(), bytes)) {
      return SystemError("sandbox.memory_limit", errno, "cannot limit swap to " + bytes);
    }
    const int64_t processes = caps.processes + caps.residents + kAgentProcesses;
    if (processes != processes_) {
      if (!WriteSmallFd(pids_max.get(), std::to_string(processes))) {
        return SystemError("sandbox.pids_limit", errno, "cannot limit the number of processes");
      }
      processes_ = processes;
    }
    return {};
  }

  bool Continues() const override { return true; }
  void CountHeld(int64_t bytes) override {
    memory_base_ = std::max<int64_t>(0, memory_base_ - bytes);
  }

  int clone_fd() const override { return leaf_.get(); }
  Nanoseconds CpuTime() override { return std::max(Nanoseconds(0), RawCpuTime() - cpu_base_); }
  std::optional<Nanoseconds> WaitedTime() override {
    const auto total = Stalled(cpu_pressure_, "some");
    if (!total) return std::nullopt;
    return std::max(Nanoseconds(0), *total - waited_base_);
  }
  Nanoseconds DiskTime() override {
    const auto total = Stalled(io_pressure_, "full");
    return std::max(Nanoseconds(0), total.value_or(Nanoseconds(0)) - disk_base_);
  }
  bool Kill() override {
    spent_ = true;
    return kill_ && WriteSmallFd(kill_.get(), "1");
  }

  RunMemory Memory() override {
    const int64_t most = NumberIn(max_usage);
    failures_known_ = most + LargestCharge() < limit_bytes_;
    RunMemory memory;
    // The limit may have been lifted an instant before the last process ended.
    memory.peak_bytes = std::max<int64_t>(0, std::min(most, limit_bytes_) - memory_base_);
    memory.reached_limit = ReachesLimit(most);
    const int64_t kills = OomKills() - oom_base_;
    memory.any_kills = kills > 0;
    if (memory.any_kills && !AreAround(kills, most)) memory.oom_kills = kills;
    const int64_t sockets = NumberIn(socket_peak);
    memory.peak_bytes += sockets;
    memory.over_limit = sockets > 0 && memory_base_ + memory.peak_bytes > limit_bytes_;
    return memory;
  }
  bool KillsAround() override { return AreAround(OomKills() - oom_base_, NumberIn(max_usage)); }
  std::optional<int64_t> BoxTasks() override {
    const auto text = ReadSmallFd(pids_now.get());
    return text.ok() ? ParseNumber(*text) : std::nullopt;
  }

  bool BoundsSockets() const override { return bounds_sockets; }
  void LiftMemoryLimit() override {
    if (limit_with_swap) WriteSmallFd(limit_with_swap.get(), "-1");
    WriteSmallFd(limit.get(), "-1");
  }

 private:
  int64_t OomKills() {
    auto text = ReadSmallFd(oom_control.get());
    return text.ok() ? KeyedNumber(*text, "oom_kill").value_or(0) : 0;
  }
  bool ReachesLimit(int64_t most) const { return most + kChargeBatchBytes >= limit_bytes_; }
  // The kernel kills for this group's limit only at that; otherwise a group above it, or the host,
  // was out of memory. Newer kernels (seen with 6.18) don't count how often memory with swap hits
  // its limit, which with no swap in use comes first: then the peak tells.
  bool AreAround(int64_t kills, int64_t most) {
    return kills > 0 && !WasRefused() && !ReachesLimit(most);
  }
  bool WasRefused() const {
    return NumberIn(failures) != failures_base_ ||
           (failures_with_swap && NumberIn(failures_with_swap) != swap_failures_base_);
  }
  Nanoseconds RawCpuTime() {
    if (cpu_stat_) {  // the leaf holds the run alone, without the agent
      auto text = ReadSmallFd(cpu_stat_.get());
      const auto micros = text.ok() ? KeyedNumber(*text, "usage_usec") : std::nullopt;
      if (micros) return std::chrono::microseconds(*micros);
    }
    return Nanoseconds(NumberIn(cpu_usage));
  }
  static std::optional<Nanoseconds> Stalled(const UniqueFd& pressure, const char* kind) {
    if (!pressure) return std::nullopt;
    auto text = ReadSmallFd(pressure.get());
    const auto micros = text.ok() ? PressureTotalMicros(*text, kind) : std::nullopt;
    if (!micros) return std::nullopt;
    return std::chrono::microseconds(*micros);
  }

  UniqueFd leaf_, kill_, cpu_stat_, cpu_pressure_, io_pressure_;
  bool spent_ = false;  // the leaf was killed
  int64_t limit_bytes_ = 0;
  int64_t processes_ = -1;
  int64_t memory_base_ = 0;
  int64_t oom_base_ = 0;
  int64_t failures_base_ = 0;
  int64_t swap_failures_base_ = 0;
  bool failures_known_ = false;  // the last run has added none
  Nanoseconds cpu_base_{0};
  Nanoseconds waited_base_{0};
  Nanoseconds disk_base_{0};
};

}  // namespace

Result<std::unique_ptr<RunCgroup>> OpenV1RunCgroup(UniqueFd memory, UniqueFd pids, UniqueFd cpuacct,
                                                   UniqueFd unified_box) {
  auto group = std::make_unique<V1RunCgroup>();
  const auto open = [](const UniqueFd& directory, const char* name, int flags) {
    return UniqueFd(::openat(directory.get(), name, flags | O_CLOEXEC));
  };
  group->limit = open(memory, "memory.limit_in_bytes", O_RDWR);
  group->limit_with_swap = open(memory, "memory.memsw.limit_in_bytes", O_RDWR);
  group->max_usage = open(memory, "memory.max_usage_in_bytes", O_RDWR);
  group->oom_control = open(memory, "memory.oom_control", O_RDONLY);
  group->failures = open(memory, "memory.failcnt", O_RDONLY);
  group->failures_with_swap = open(memory, "memory.memsw.failcnt", O_RDONLY);
  group->pids_max = open(pids, "pids.max", O_RDWR);
  group->pids_now = open(pids, "pids.current", O_RDONLY);
  group->cpu_usage = open(cpuacct, "cpuacct.usage", O_RDONLY);
  if (!group->limit || !group->max_usage || !group->oom_control || !group->failures ||
      !group->pids_max || !group->cpu_usage) {
    return SystemError("sandbox.cgroup", errno, "a v1 control file is missing");
  }
  group->bounds_sockets =
      WriteSmallFile(memory.get(), "memory.kmem.tcp.limit_in_bytes", kSocketBytes);
  group->socket_peak = open(memory, "memory.kmem.tcp.max_usage_in_bytes", O_RDONLY);
  group->unified_box = std::move(unified_box);
  ASSAY_RETURN_IF_ERROR(group->OpenLeaf());
  return std::unique_ptr<RunCgroup>(std::move(group));
}

}  // namespace assay
