#include "sandbox/cgroup/live_account.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <thread>

#include "sandbox/cgroup/cgroup_tree.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr int64_t kPeriodMicros = 100'000;
constexpr int64_t kLeastQuotaMicros = 1000;  // the kernel's
// What the sockets of a box may hold; with v1 these buffers have a counter of their own.
constexpr const char* kSocketBytes = "8388608";
// With v1 the kernel charges in batches, so a group at its limit may show this much less.
constexpr int64_t kChargeBatchBytes = 256 << 10;
constexpr auto kFreezePatience = std::chrono::seconds(1);

// Below a box's v2 directory.
constexpr const char* kAgentLeaf = "/agent";
constexpr const char* kPrograms = "/run";  // frozen
constexpr const char* kLimited = "/user";  // with v2 controllers; programs and workers are below it

std::string ProgramsBelow(const CgroupHost& host) {
  return host.layout == CgroupLayout::kV2 ? std::string(kLimited) + kPrograms : kPrograms;
}

Error CgroupError(const std::string& message) {
  return SystemError("sandbox.cgroup", errno, message);
}

UniqueFd OpenDirectory(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC));
}

class LiveCgroups final : public LiveAccount {
 public:
  LiveCgroups(const CgroupHost& host, std::string below) : host_(host), below_(std::move(below)) {}

  Status Make() {
    for (const std::string& root : CgroupRoots(host_, CgroupUse::kLive)) {
      ASSAY_RETURN_IF_ERROR(Directory(root + "/" + below_));
    }
    if (host_.unified.empty()) return {};
    const std::string box = host_.unified + "/" + below_;
    std::string agent = box;
    if (host_.layout == CgroupLayout::kV2) {
      ASSAY_RETURN_IF_ERROR(HandDownControllers(box, box + kAgentLeaf));
      HandDownProcessors(box);
      agent = box + kAgentLeaf;
      for (const char* name : {kAgentLeaf, kLimited, "/user/files"}) {
        ASSAY_RETURN_IF_ERROR(Directory(box + name));
      }
    }
    ASSAY_RETURN_IF_ERROR(Directory(box + ProgramsBelow(host_)));
    agent_ = OpenDirectory(agent);
    if (!agent_) return CgroupError("cannot open " + agent);
    return {};
  }

  int clone_fd() const override { return agent_.get(); }
  void AgentStarted() override { agent_.Reset(); }

  Result<std::unique_ptr<RunCgroup>> Enter() const override {
    return Error{ErrorCode::kInternal, "sandbox.cgroup", 0, "a live box has no single runs"};
  }

  Result<LiveEntry> EnterLive() const override {
    LiveEntry entry;
    if (host_.layout != CgroupLayout::kV2) {
      for (const std::string& root : CgroupRoots(host_, CgroupUse::kLive)) {
        if (root == host_.unified) continue;
        const std::string path = root + "/" + below_ + "/tasks";
        entry.tasks.emplace_back(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (!entry.tasks.back()) return CgroupError("cannot open " + path);
      }
    }
    if (host_.unified.empty()) return entry;
    const std::string box = host_.unified + "/" + below_;
    entry.programs = OpenDirectory(box + ProgramsBelow(host_));
    if (!entry.programs) return CgroupError("cannot open a group of " + box);
    if (host_.layout == CgroupLayout::kV2) {
      entry.workers = OpenDirectory(box + "/user/files");
      if (!entry.workers) return CgroupError("cannot open a group of " + box);
    }
    return entry;
  }

  void Kill() const override {
    if (host_.unified.empty()) return;
    WriteSmallFile(AT_FDCWD, (host_.unified + "/" + below_ + "/cgroup.kill").c_str(), "1");
  }

  bool Remove() const override {
    bool gone = true;
    for (const std::string& root : CgroupRoots(host_, CgroupUse::kLive)) {
      gone = RemoveCgroupTree(root + "/" + below_, false) && gone;
    }
    return gone;
  }

 private:
  static Status Directory(const std::string& path) {
    if (::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST) return {};
    return CgroupError("cannot make " + path);
  }

  // Judged runs do without, so that the ways down have it only for boxes that stay. Not every host
  // has it to hand down.
  void HandDownProcessors(const std::string& box) const {
    const auto hand_down = [](const std::string& path) {
      WriteSmallFile(AT_FDCWD, (path + "/cgroup.subtree_control").c_str(), "+cpu");
    };
    if (::access((box + "/cpu.max").c_str(), F_OK) != 0) {
      hand_down(host_.unified);
      for (size_t slash = below_.find('/'); slash != std::string::npos;
           slash = below_.find('/', slash + 1)) {
        hand_down(host_.unified + "/" + below_.substr(0, slash));
      }
    }
    hand_down(box);
  }

  const CgroupHost& host_;
  const std::string below_;
  UniqueFd agent_;
};

bool Write(const std::string& path, const std::string& text) {
  return WriteSmallFile(AT_FDCWD, path.c_str(), text);
}

int64_t Number(const std::string& path) {
  auto text = ReadSmallFile(AT_FDCWD, path.c_str());
  return text.ok() ? ParseNumber(*text).value_or(0) : 0;
}

int64_t Keyed(const std::string& path, const char* key) {
  auto text = ReadSmallFile(AT_FDCWD, path.c_str());
  return text.ok() ? KeyedNumber(*text, key).value_or(0) : 0;
}

Error Refused(const std::string& what) {
  // The box's directories go with it.
  if (errno == ENOENT) {
    return Error{ErrorCode::kUnavailable, "sandbox.cgroup", 0, "the box has ended"};
  }
  return SystemError("sandbox.limits", errno, "cannot limit " + what);
}

}  // namespace

Result<std::unique_ptr<LiveAccount>> MakeLiveAccount(const CgroupHost& host,
                                                     const std::string& below) {
  auto account = std::make_unique<LiveCgroups>(host, below);
  ASSAY_RETURN_IF_ERROR(account->Make());
  return std::unique_ptr<LiveAccount>(std::move(account));
}

std::string LiveLimiter::V1(const std::string& root, const char* file) const {
  return root + "/" + below_ + "/" + file;
}

std::string LiveLimiter::V2(const char* file) const {
  return host_.unified + "/" + below_ + kLimited + "/" + file;
}

std::string LiveLimiter::FreezePath(const char* file) const {
  return host_.unified + "/" + below_ + ProgramsBelow(host_) + "/" + file;
}

Status LiveLimiter::SetLimits(const LiveLimits& limits) const {
  const std::string memory = std::to_string(limits.memory_bytes);
  const int64_t quota = std::max(
      kLeastQuotaMicros,
      static_cast<int64_t>(std::llround(limits.cpus * static_cast<double>(kPeriodMicros))));
  if (host_.layout == CgroupLayout::kV2) {
    if (!Write(V2("memory.max"), memory)) return Refused("memory");
    if (!Write(V2("memory.swap.max"), "0") && errno != ENOENT) return Refused("swap");
    if (!Write(V2("pids.max"), std::to_string(limits.processes))) return Refused("processes");
    // Without the controller: a host that hands none down.
    const std::string max = std::to_string(quota) + " " + std::to_string(kPeriodMicros);
    if (!Write(V2("cpu.max"), max) && errno != ENOENT) return Refused("processor time");
    return {};
  }
  // Memory alone may never be more than memory with swap: whichever grows goes first.
  const std::string alone = V1(host_.memory, "memory.limit_in_bytes");
  const std::string with_swap = V1(host_.memory, "memory.memsw.limit_in_bytes");
  const bool alone_first = Write(alone, memory);
  const bool swap = Write(with_swap, memory) || errno == ENOENT || errno == EOPNOTSUPP;
  if (!(alone_first || Write(alone, memory)) || !swap) return Refused("memory");
  // Where it fails sockets' buffers are counted with the rest, or not at all; the number of
  // descriptors and processes bounds them.
  Write(V1(host_.memory, "memory.kmem.tcp.limit_in_bytes"), kSocketBytes);
  // The thread that starts programs is one of those counted.
  if (!Write(V1(host_.pids, "pids.max"), std::to_string(limits.processes + 1))) {
    return Refused("processes");
  }
  if (!host_.cpu.empty() && !Write(V1(host_.cpu, "cpu.cfs_quota_us"), std::to_string(quota))) {
    return Refused("processor time");
  }
  return {};
}

Status LiveLimiter::Freeze() const {
  if (host_.unified.empty()) {
    return Error{ErrorCode::kUnsupported, "sandbox.freeze", 0,
                 "this host has no cgroup v2 hierarchy to freeze with"};
  }
  if (!Write(FreezePath("cgroup.freeze"), "1")) return Refused("what runs");
  const auto deadline = std::chrono::steady_clock::now() + kFreezePatience;
  while (Keyed(FreezePath("cgroup.events"), "frozen") != 1) {
    if (std::chrono::steady_clock::now() > deadline) {
      Write(FreezePath("cgroup.freeze"), "0");
      return Error{ErrorCode::kUnavailable, "sandbox.freeze", 0,
                   "not everything in the box stood still within a second"};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

Status LiveLimiter::Thaw() const {
  if (host_.unified.empty() || Write(FreezePath("cgroup.freeze"), "0")) return {};
  return Refused("what runs");
}

Result<LiveUsage> LiveLimiter::Usage() const {
  LiveUsage usage;
  if (host_.layout == CgroupLayout::kV2) {
    if (::access(V2("memory.current").c_str(), F_OK) != 0) return Refused("it");
    usage.cpu_time = std::chrono::microseconds(Keyed(V2("cpu.stat"), "usage_usec"));
    usage.memory_bytes = Number(V2("memory.current"));
    usage.memory_peak_bytes = Number(V2("memory.peak"));
    usage.processes = Number(V2("pids.current"));
  } else {
    if (::access(V1(host_.memory, "tasks").c_str(), F_OK) != 0) return Refused("it");
    usage.cpu_time = Nanoseconds(Number(V1(host_.cpuacct, "cpuacct.usage")));
    usage.memory_bytes = Number(V1(host_.memory, "memory.usage_in_bytes"));
    usage.memory_peak_bytes = Number(V1(host_.memory, "memory.max_usage_in_bytes"));
    usage.processes = std::max<int64_t>(0, Number(V1(host_.pids, "pids.current")) - 1);
  }
  const OomCount ooms = Ooms();
  usage.oom_kills = LimitKilled({}, ooms) ? ooms.kills : 0;
  return usage;
}

OomCount LiveLimiter::Ooms() const {
  // Kills first: what is counted has its hit counted already.
  OomCount count;
  if (host_.layout == CgroupLayout::kV2) {
    count.kills = Keyed(V2("memory.events"), "oom_kill");
    count.hits = Keyed(V2("memory.events"), "oom");
  } else {
    count.kills = Keyed(V1(host_.memory, "memory.oom_control"), "oom_kill");
    count.hits = Number(V1(host_.memory, "memory.failcnt")) +
                 Number(V1(host_.memory, "memory.memsw.failcnt"));
    count.reached = Number(V1(host_.memory, "memory.max_usage_in_bytes")) + kChargeBatchBytes >=
                    Number(V1(host_.memory, "memory.limit_in_bytes"));
  }
  return count;
}

}  // namespace assay
