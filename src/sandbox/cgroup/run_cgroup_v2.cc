#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>

#include "base/text.h"
#include "sandbox/cgroup/run_cgroup.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr const char* kLeaf = "run";

class V2RunCgroup final : public RunCgroup {
 public:
  V2RunCgroup(UniqueFd box_directory, LeafMaker maker)
      : box_(std::move(box_directory)),
        maker_(std::move(maker)),
        box_tasks_(::openat(box_.get(), "pids.current", O_RDONLY | O_CLOEXEC)),
        continues_(static_cast<bool>(OpenPeak(box_.get()))) {}

  // A fresh leaf starts all counters at zero.
  Status Begin() override {
    leaf_.Reset();
    peak_.Reset();
    base_ = {};
    if (!maker_.remove(box_.get(), kLeaf) && errno != ENOENT) {
      return SystemError("sandbox.cgroup", errno, "the last run's cgroup is still in use");
    }
    if (!maker_.make(box_.get(), kLeaf)) {
      return SystemError("sandbox.cgroup", errno, "cannot make the run's cgroup");
    }
    leaf_.Reset(::openat(box_.get(), kLeaf, O_DIRECTORY | O_RDONLY | O_CLOEXEC));
    if (!leaf_) return SystemError("sandbox.cgroup", errno, "cannot open the run's cgroup");
    if (continues_) peak_ = OpenPeak(leaf_.get());
    return {};
  }

  // What its process holds and has used already is not the run's. Since it last waited nothing of
  // it runs, so the counters stand still.
  Status BeginAgain() override {
    if (!peak_ || !WriteSmallFd(peak_.get(), kReset)) {
      return SystemError("sandbox.memory_peak", errno, "cannot reset the memory peak");
    }
    base_ = {};
    const Base now{Peak(), CpuTime(), WaitedTime().value_or(Nanoseconds(0)), DiskTime(), Ooms()};
    base_ = now;
    return {};
  }
  bool Continues() const override { return continues_; }
  void CountHeld(int64_t bytes) override {
    base_.memory = std::max<int64_t>(0, base_.memory - bytes);
  }

  Status SetLimits(const RunCaps& caps) override {
    limit_bytes_ = base_.memory + caps.memory_bytes;
    if (!Write("memory.max", std::to_string(limit_bytes_))) {
      return SystemError("sandbox.memory_limit", errno, "cannot limit memory");
    }
    // Without swap accounting the file is missing, and so is swap beyond the limit's control:
    // HostReport says so.
    if (!Write("memory.swap.max", "0") && errno != ENOENT) {
      return SystemError("sandbox.memory_limit", errno, "cannot forbid swap");
    }
    if (!Write("memory.oom.group", "1") && errno != ENOENT) {
      return SystemError("sandbox.memory_limit", errno, "cannot group the out-of-memory kill");
    }
    if (!Write("pids.max", std::to_string(caps.processes))) {
      return SystemError("sandbox.pids_limit", errno, "cannot limit the number of processes");
    }
    return {};
  }

  int clone_fd() const override { return leaf_.get(); }

  Nanoseconds CpuTime() override {
    auto text = ReadSmallFile(leaf_.get(), "cpu.stat");
    const int64_t micros = text.ok() ? KeyedNumber(*text, "usage_usec").value_or(0) : 0;
    return std::max(Nanoseconds(0), std::chrono::microseconds(micros) - base_.cpu);
  }

  std::optional<Nanoseconds> WaitedTime() override {
    const auto total = Stalled("cpu.pressure", "some");
    if (!total) return std::nullopt;
    return std::max(Nanoseconds(0), *total - base_.waited);
  }

  Nanoseconds DiskTime() override {
    const auto total = Stalled("io.pressure", "full");
    return std::max(Nanoseconds(0), total.value_or(Nanoseconds(0)) - base_.disk);
  }

  bool Kill() override { return leaf_ && Write("cgroup.kill", "1"); }

  RunMemory Memory() override {
    RunMemory memory;
    const int64_t most = Peak();
    memory.peak_bytes = std::max<int64_t>(0, most - base_.memory);
    const OomCount count = Ooms();
    memory.any_kills = count.kills > 0;
    if (count.hits > 0) memory.oom_kills = count.kills;
    memory.reached_limit = most > 0 && most >= limit_bytes_ && !count.around();
    return memory;
  }
  bool KillsAround() override { return Ooms().around(); }
  // Its groups' tasks are counted with its own.
  std::optional<int64_t> BoxTasks() override {
    const auto text = ReadSmallFd(box_tasks_.get());
    return text.ok() ? ParseNumber(*text) : std::nullopt;
  }

  // They are part of the memory that is limited.
  bool BoundsSockets() const override { return true; }
  // The agent is outside the leaf; its cleaning is not limited. But a process that waits for its
  // next run copies its memory back.
  void LiftMemoryLimit() override {
    if (continues_) Write("memory.max", "max");
  }

 private:
  static constexpr std::string_view kReset = "reset";

  // For BeginAgain: written to, it shows the peak since then to this descriptor alone. Invalid
  // before Linux 6.12, which opens it to be read only.
  static UniqueFd OpenPeak(int group) {
    UniqueFd peak(::openat(group, "memory.peak", O_RDWR | O_CLOEXEC));
    if (peak && !WriteSmallFd(peak.get(), kReset)) peak.Reset();
    return peak;
  }
  std::optional<Nanoseconds> Stalled(const char* file, const char* kind) const {
    auto text = ReadSmallFile(leaf_.get(), file);
    const auto micros = text.ok() ? PressureTotalMicros(*text, kind) : std::nullopt;
    if (!micros) return std::nullopt;
    return std::chrono::microseconds(*micros);
  }
  int64_t Peak() const {
    const auto text =
        peak_ ? ReadSmallFd(peak_.get()) : ReadSmallFile(leaf_.get(), "memory.peak");  // Linux 5.19
    return text.ok() ? ParseNumber(*text).value_or(0) : 0;
  }

  // "oom" counts what this leaf's limit had to refuse; "oom_kill" whatever was killed in it, also
  // when a group above it, or the host, was out of memory and this was the largest in sight.
  struct OomCount {
    int64_t hits = 0;
    int64_t kills = 0;
    bool around() const { return kills > 0 && hits == 0; }
  };
  // Of the leaf, when the run began.
  struct Base {
    int64_t memory = 0;
    Nanoseconds cpu{0};
    Nanoseconds waited{0};
    Nanoseconds disk{0};
    OomCount ooms;
  };
  OomCount Ooms() const {
    const auto events = ReadSmallFile(leaf_.get(), "memory.events");
    if (!events.ok()) return {};
    return {KeyedNumber(*events, "oom").value_or(0) - base_.ooms.hits,
            KeyedNumber(*events, "oom_kill").value_or(0) - base_.ooms.kills};
  }
  bool Write(const char* name, std::string_view text) {
    return WriteSmallFile(leaf_.get(), name, text);
  }

  UniqueFd box_;
  LeafMaker maker_;
  UniqueFd box_tasks_;
  const bool continues_;
  UniqueFd leaf_;
  UniqueFd peak_;
  Base base_;
  int64_t limit_bytes_ = 0;
};

}  // namespace

LeafMaker LeafMaker::Real() {
  return {[](int box, const char* name) { return ::mkdirat(box, name, 0755) == 0; },
          [](int box, const char* name) { return ::unlinkat(box, name, AT_REMOVEDIR) == 0; }};
}

std::unique_ptr<RunCgroup> OpenV2RunCgroup(UniqueFd box_directory, LeafMaker maker) {
  return std::make_unique<V2RunCgroup>(std::move(box_directory), std::move(maker));
}

std::optional<int64_t> PressureTotalMicros(const std::string& text, const char* kind) {
  const std::string_view all = text;
  size_t begin = 0;
  while (begin < all.size()) {
    size_t end = all.find('\n', begin);
    if (end == std::string_view::npos) end = all.size();
    const std::string_view line = all.substr(begin, end - begin);
    const size_t total = line.find("total=");
    if (StartsWith(line, kind) && total != std::string_view::npos) {
      return ParseNumber(line.substr(total + 6));
    }
    begin = end + 1;
  }
  return std::nullopt;
}

}  // namespace assay
