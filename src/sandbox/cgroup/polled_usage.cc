#include "sandbox/cgroup/polled_usage.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>

#include "base/fd.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/cgroup/shared_files.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr auto kLookEvery = std::chrono::milliseconds(10);
// Of the CPU time that a look takes; more and larger processes are looked at less often. By the
// wall clock a busy host, and so a run itself, would make the looks rare.
constexpr int kLookShare = 20;
constexpr auto kSeldomest = std::chrono::milliseconds(200);
// What sharing out may take: CPU time of ours, which a busy host doesn't use up, and text of the
// kernel's about one process. Limits are not looked at meanwhile.
constexpr auto kShareOutTime = std::chrono::milliseconds(50);
constexpr size_t kMapsBytes = 4 << 20;

// What a socket may hold at most, its sending and its receiving half together, as the filter leaves
// their sizes as they are; and how many there may be before that counts.
constexpr int64_t kSocketBytes = 512 << 10;
constexpr int64_t kFreeSockets = 64;
// The same of a pipe, once the account has as many as the kernel lets have their full size.
constexpr int64_t kPipeBytes = 8 << 10;
constexpr int64_t kFreeDescriptors = 64;  // of a process
constexpr int64_t kOverAnyLimit = int64_t{1} << 60;

// Of all its threads, those that have ended included; exact.
// nullopt: it is gone.
std::optional<Nanoseconds> CpuClock(pid_t pid) {
  constexpr clockid_t kScheduler = 2;
  timespec time{};
  const auto clock = static_cast<clockid_t>((~static_cast<unsigned>(pid) << 3) | kScheduler);
  if (::clock_gettime(clock, &time) != 0) return std::nullopt;
  return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

Nanoseconds OwnCpu() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

// Whether two processes have one memory, as a child of vfork(2) or posix_spawn(3) has its parent's
// until it starts a program. False where the kernel doesn't say.
bool OneMemory(pid_t one, pid_t other) {
  return ::syscall(SYS_kcmp, one, other, KCMP_VM, 0, 0) == 0;
}

// Of the children that it has waited for, in ticks of the clock.
Nanoseconds ChildrenCpu(int proc, const std::string& pid) {
  const auto stat = ReadSmallFile(proc, (pid + "/stat").c_str());
  if (!stat.ok()) return Nanoseconds(0);
  const size_t name_end = stat->rfind(')');
  long user = 0, system = 0;
  if (name_end == std::string::npos ||
      std::sscanf(stat->c_str() + name_end + 1,
                  " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %ld %ld", &user,
                  &system) != 2) {
    return Nanoseconds(0);
  }
  return Nanoseconds(1'000'000'000LL / ::sysconf(_SC_CLK_TCK) * (user + system));
}

bool HasEnded(const std::string& status) {
  return status.find("\nState:\tZ") != std::string::npos;
}

// A process whose first thread has ended while others go on shows what it holds below these only.
// 0: none goes on.
pid_t OtherThread(int proc, pid_t pid) {
  const int fd =
      ::openat(proc, (std::to_string(pid) + "/task").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const directory = fd < 0 ? nullptr : ::fdopendir(fd);
  if (directory == nullptr) return 0;
  pid_t other = 0;
  while (const dirent* entry = other > 0 ? nullptr : ::readdir(directory)) {
    const pid_t thread = std::atoi(entry->d_name);
    if (thread > 0 && thread != pid) other = thread;
  }
  ::closedir(directory);
  return other;
}

class PolledUsage final : public RunCgroup {
 public:
  PolledUsage(std::function<Nanoseconds()> orphans_cpu, std::string scratch, UniqueFd oom_counter,
              std::optional<SharedHost> shared)
      : orphans_cpu_(std::move(orphans_cpu)),
        scratch_(std::move(scratch)),
        oom_counter_(std::move(oom_counter)),
        shared_(shared) {}

  Status Begin() override {
    orphans_base_ = OrphansCpu();
    ended_ = living_ = seen_ = Nanoseconds(0);
    peak_ = now_ = 0;
    over_ = was_over_ = too_many_ = false;
    first_sockets_ = std::numeric_limits<int64_t>::max();
    pause_ = kLookEvery;
    kills_base_ = OomKills();
    return {};
  }
  Status SetLimits(const RunCaps& caps) override {
    limit_bytes_ = caps.memory_bytes;
    limit_processes_ = caps.processes;
    return {};
  }
  int clone_fd() const override { return -1; }
  Nanoseconds CpuTime() override {
    seen_ = std::max(seen_, ended_ + living_ + OrphansCpu() - orphans_base_);
    return seen_;
  }
  std::optional<Nanoseconds> WaitedTime() override { return std::nullopt; }
  bool Kill() override { return false; }
  RunMemory Memory() override {
    RunMemory memory;
    memory.peak_bytes = peak_;
    memory.now_bytes = now_;
    memory.over_limit = over_;
    return memory;
  }
  bool KillsAround() override {
    const auto kills = OomKills();
    return kills && kills_base_ && *kills != *kills_base_;
  }
  // The box's network namespace does, where it has one.
  bool BoundsSockets() const override { return !shared_; }
  bool TooManyProcesses() const override { return too_many_; }
  void LiftMemoryLimit() override {}

  std::optional<Nanoseconds> LookEvery() const override { return pause_; }

  void Look(int proc, const std::vector<pid_t>& run) override {
    const Nanoseconds began = OwnCpu();
    // Nobody needs to know more of that many.
    too_many_ = shared_ && static_cast<int64_t>(run.size()) > limit_processes_;
    if (too_many_) return;
    LookAtCpu(proc, run);
    LookAtMemory(proc, run);
    pause_ = std::clamp<Nanoseconds>(kLookShare * (OwnCpu() - began), kLookEvery, kSeldomest);
    if (was_over_) pause_ = kLookEvery;  // the next look decides
  }

  void OnEnded(const rusage& usage) override {
    const auto nanoseconds = [](const timeval& time) {
      return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    };
    ended_ += nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime);
    // It was among the living until now.
    living_ = Nanoseconds(0);
    // Too short for a look: the largest of its processes, with the files that it maps.
    if (peak_ == 0) peak_ = std::min<int64_t>(int64_t{usage.ru_maxrss} << 10, limit_bytes_);
  }

 private:
  // Of groups and of the host alike; nullopt where the kernel doesn't say. One read of /proc/vmstat
  // gives a page at most, and the number may stand after that.
  std::optional<int64_t> OomKills() const {
    std::string text;
    char buffer[4096];
    for (;;) {
      const ssize_t size =
          ::pread(oom_counter_.get(), buffer, sizeof buffer, static_cast<off_t>(text.size()));
      if (size <= 0) break;
      text.append(buffer, static_cast<size_t>(size));
    }
    return KeyedNumber(text, "oom_kill");
  }

  // Whatever ends meanwhile must not be counted twice: a false "over" can't be taken back. So
  // first what each has waited for, and the clocks of the living last. Who is gone by then has been
  // waited for, perhaps before its parent was looked at: that look has all of it.
  void LookAtCpu(int proc, const std::vector<pid_t>& run) {
    const Nanoseconds orphans = OrphansCpu() - orphans_base_;
    living_ = Nanoseconds(0);
    std::vector<Nanoseconds> children;
    children.reserve(run.size());
    for (const pid_t pid : run) children.push_back(ChildrenCpu(proc, std::to_string(pid)));
    for (size_t i = 0; i < run.size(); ++i) {
      if (const auto own = CpuClock(run[i])) living_ += *own + children[i];
    }
    seen_ = std::max(seen_, ended_ + living_ + orphans);
  }

  // A process, as a cheap look sees it.
  struct Seen {
    pid_t pid;
    pid_t thread;  // that goes on, which as a rule is the first one
    pid_t parent;
    int64_t bytes;   // what it shares with others counts in full
    int64_t tables;  // of its pages
  };

  // One look may see what processes hold while they come and go, and a memory twice: two judge. Of
  // files and sockets the kernel keeps one number for all of a box: more of them than at the first
  // look, which may have seen what the kernel had yet to clear up after another run, are judged by
  // one.
  void LookAtMemory(int proc, const std::vector<pid_t>& run) {
    int64_t apart = 0;
    bool kept_over = false;
    if (shared_) {
      apart = SharedBytes(proc, run);
    } else {
      const int64_t sockets = Sockets(proc), files = ScratchBytes();
      first_sockets_ = std::min(first_sockets_, sockets);
      apart = files + SocketBytes(sockets);
      kept_over = files + SocketBytes(sockets - first_sockets_) > limit_bytes_;
    }
    int64_t bytes = 0, tasks = 0;
    std::vector<Seen> all;
    for (const pid_t pid : run) {
      pid_t thread = pid;
      auto status = ReadSmallFile(proc, (std::to_string(pid) + "/status").c_str());
      if (status.ok() && HasEnded(*status)) {
        thread = OtherThread(proc, pid);
        if (thread == 0) continue;
        status = ReadSmallFile(proc, (Folder(pid, thread) + "/status").c_str());
      }
      if (!status.ok()) continue;
      tasks += Threads(*status);
      apart += PipeBytes(proc, Folder(pid, thread));
      const int64_t tables = KilobyteLine(*status, "VmPTE");
      const int64_t held = KilobyteLine(*status, "RssAnon") + KilobyteLine(*status, "RssShmem") +
                           KilobyteLine(*status, "VmSwap") + tables;
      all.push_back({pid, thread, ParentOf(*status), held, tables});
      bytes += held;
    }
    too_many_ = shared_ && tasks > limit_processes_;
    // Pages that processes share were counted for each, and those of files that they map twice: a
    // dear look decides.
    if (apart + bytes > limit_bytes_) bytes = ShareOut(proc, all);
    bytes += apart;
    now_ = bytes;
    peak_ = std::max(peak_, std::min(bytes, limit_bytes_));
    const bool over = bytes > limit_bytes_;
    over_ = over_ || kept_over || (over && was_over_);
    was_over_ = over;
  }

  // Below /proc.
  static std::string Folder(pid_t pid, pid_t thread) {
    return std::to_string(pid) + (pid == thread ? "" : "/task/" + std::to_string(thread));
  }

  static pid_t ParentOf(const std::string& status) {
    const size_t line = status.find("\nPPid:");
    int parent = 0;
    if (line != std::string::npos) std::sscanf(status.c_str() + line, " PPid: %d", &parent);
    return parent;
  }

  static int64_t Threads(const std::string& status) {
    const size_t line = status.find("\nThreads:");
    int threads = 0;
    if (line != std::string::npos) std::sscanf(status.c_str() + line, " Threads: %d", &threads);
    return threads;
  }

  Nanoseconds OrphansCpu() const { return orphans_cpu_ ? orphans_cpu_() : Nanoseconds(0); }

  // What processes hold beside the files of the writable places. A program can make that dear to
  // know (tens of thousands of mappings in each process): what doesn't fit in the time counts as
  // if nothing were shared.
  int64_t ShareOut(int proc, const std::vector<Seen>& all) const {
    struct stat info {};
    const bool files = ::stat(scratch_.c_str(), &info) == 0;
    const Nanoseconds until = OwnCpu() + kShareOutTime;
    int64_t bytes = 0;
    for (const Seen& seen : all) {
      const bool counted = std::any_of(all.begin(), all.end(), [&seen](const Seen& other) {
        return other.pid == seen.parent && OneMemory(seen.thread, other.thread);
      });
      if (counted) continue;
      if (OwnCpu() > until) {
        bytes += seen.bytes;
        continue;
      }
      const std::string folder = Folder(seen.pid, seen.thread);
      const auto text = ReadSmallFile(proc, (folder + "/smaps_rollup").c_str());
      if (!text.ok()) {
        // One that has closed itself to its own user; the others have ended.
        if (text.error().sys_errno == EACCES) bytes += seen.bytes;
        continue;
      }
      int64_t shared = KilobyteLine(*text, "Pss_Shmem");
      if (shared > 0 && files) {
        const std::string maps = ReadAtMost(proc, (folder + "/smaps").c_str(), kMapsBytes);
        shared -= std::min(shared, MappedShare(maps, info.st_dev));
      }
      bytes +=
          KilobyteLine(*text, "Pss_Anon") + KilobyteLine(*text, "SwapPss") + shared + seen.tables;
    }
    return bytes;
  }

  // The beginning of a file.
  static std::string ReadAtMost(int directory, const char* path, size_t most) {
    const UniqueFd fd(::openat(directory, path, O_RDONLY | O_CLOEXEC));
    std::string text;
    char buffer[16 << 10];
    while (fd && text.size() < most) {
      const ssize_t count = ::read(fd.get(), buffer, sizeof buffer);
      if (count <= 0) break;
      text.append(buffer, static_cast<size_t>(count));
    }
    return text;
  }

  // The kernel tells how many descriptors a process has, since Linux 6.2.
  static int64_t PipeBytes(int proc, const std::string& folder) {
    struct stat info {};
    if (::fstatat(proc, (folder + "/fd").c_str(), &info, 0) != 0) return 0;
    return std::max<int64_t>(0, info.st_size - kFreeDescriptors) * kPipeBytes;
  }

  // What buffers hold is counted nowhere: the number of sockets bounds it.
  static int64_t SocketBytes(int64_t sockets) {
    return std::max<int64_t>(0, sockets - kFreeSockets) * kSocketBytes;
  }

  // Of the box. 0 where the kernel doesn't say.
  static int64_t Sockets(int proc) {
    const auto text = ReadSmallFile(proc, "self/net/sockstat");
    int64_t used = 0;
    if (!text.ok() || std::sscanf(text->c_str(), "sockets: used %ld", &used) != 1) return 0;
    return used;
  }

  int64_t ScratchBytes() const {
    struct statfs info {};
    if (::statfs(scratch_.c_str(), &info) != 0) return 0;
    return static_cast<int64_t>(info.f_blocks - info.f_bfree) * info.f_bsize;
  }

  // Where the host is shared: files of the writable places, those that have lost their name and are
  // open, and sockets.
  int64_t SharedBytes(int proc, const std::vector<pid_t>& run) const {
    const FolderUse folder = UseOfFolder(scratch_.c_str(), shared_->most_files);
    const OpenUse open = UseOfDescriptors(proc, run, folder.mount);
    const int64_t files = folder.bytes + open.nameless_bytes;
    if (open.hidden || folder.files > shared_->most_files || files > shared_->most_bytes) {
      return kOverAnyLimit;
    }
    return files + SocketBytes(open.sockets);
  }

  const std::function<Nanoseconds()> orphans_cpu_;
  const std::string scratch_;
  const UniqueFd oom_counter_;
  const std::optional<SharedHost> shared_;
  int64_t limit_bytes_ = 0, limit_processes_ = 0;
  // Of the current run.
  Nanoseconds orphans_base_{0}, ended_{0}, living_{0}, seen_{0};
  int64_t peak_ = 0, now_ = 0;
  int64_t first_sockets_ = 0;  // of the box, as far as they were still there later
  std::optional<int64_t> kills_base_;
  bool over_ = false;
  bool was_over_ = false;  // at the last look
  bool too_many_ = false;
  Nanoseconds pause_{kLookEvery};
};

class NoAccount final : public LiveAccount {
 public:
  int clone_fd() const override { return -1; }
  Result<std::unique_ptr<RunCgroup>> Enter() const override {
    return Error{ErrorCode::kInternal, "sandbox.usage", 0, "the tier makes its own"};
  }
  Result<LiveEntry> EnterLive() const override { return LiveEntry(); }
  void Kill() const override {}
  bool Remove() const override { return true; }
};

class PolledAccounting final : public Accounting {
 public:
  Result<std::unique_ptr<BoxAccount>> Open(const std::string&) override {
    return std::unique_ptr<BoxAccount>(std::make_unique<NoAccount>());
  }
  Result<std::unique_ptr<LiveAccount>> OpenLive(const std::string&) override {
    return std::unique_ptr<LiveAccount>(std::make_unique<NoAccount>());
  }
  void RemoveAll() override {}
};

}  // namespace

int64_t MappedShare(const std::string& maps, uint64_t device) {
  int64_t bytes = 0;
  bool counts = false;
  for (size_t begin = 0; begin < maps.size();) {
    const size_t end = std::min(maps.find('\n', begin), maps.size());
    const std::string_view line(maps.data() + begin, end - begin);
    begin = end + 1;
    unsigned major_number = 0, minor_number = 0;
    // The first line of a mapping begins with its addresses, the others with a capital.
    if (!line.empty() && (line[0] < 'A' || line[0] > 'Z')) {
      counts =
          std::sscanf(line.data(), "%*x-%*x %*s %*x %x:%x", &major_number, &minor_number) == 2 &&
          ::gnu_dev_makedev(major_number, minor_number) == device;
    } else if (counts) {
      bytes += KilobyteLine(line, "Pss");
    }
  }
  return bytes;
}

int64_t KilobyteLine(std::string_view text, std::string_view key) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.size() < key.size() + 4 || line.compare(0, key.size(), key) != 0 ||
        line[key.size()] != ':') {
      continue;
    }
    const std::string_view number = line.substr(key.size() + 1, line.size() - key.size() - 4);
    return ParseNumber(number).value_or(0) << 10;
  }
  return 0;
}

UniqueFd OpenOomCounter() {
  const CgroupHost host = DetectCgroups();
  const bool second = host.memory.empty();
  const std::string group = OwnGroup(second ? host.unified : host.memory, second ? "" : "memory");
  const auto members = ReadSmallFile(AT_FDCWD, (group + "/cgroup.procs").c_str());
  // The path may be that of another namespace, where there is such a group, too.
  if (!group.empty() && members.ok() &&
      ("\n" + *members).find("\n" + std::to_string(::getpid()) + "\n") != std::string::npos) {
    const std::string path = group + (second ? "/memory.events" : "/memory.oom_control");
    UniqueFd counter(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (counter) return counter;
  }
  return UniqueFd(::open("/proc/vmstat", O_RDONLY | O_CLOEXEC));
}

std::unique_ptr<RunCgroup> MakePolledUsage(std::function<Nanoseconds()> orphans_cpu,
                                           std::string scratch, UniqueFd oom_counter,
                                           std::optional<SharedHost> shared) {
  return std::make_unique<PolledUsage>(std::move(orphans_cpu), std::move(scratch),
                                       std::move(oom_counter), shared);
}

Result<std::unique_ptr<Accounting>> OpenPolledAccounting(const std::string&, const std::string&) {
  return std::unique_ptr<Accounting>(std::make_unique<PolledAccounting>());
}

}  // namespace assay
