#include "sandbox/tiers/privileged_probe.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/text.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/contain/network_watch.h"
#include "sandbox/tiers/remedies.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr bool kRequired = true;
constexpr bool kOptional = false;

struct Capability {
  int number;
  const char* name;
};
constexpr Capability kNeededCapabilities[] = {
    {CAP_SYS_ADMIN, "sys_admin"}, {CAP_SETUID, "setuid"},
    {CAP_SETGID, "setgid"},       {CAP_SETPCAP, "setpcap"},
    {CAP_KILL, "kill"},           {CAP_CHOWN, "chown"},
    {CAP_NET_ADMIN, "net_admin"}, {CAP_DAC_OVERRIDE, "dac_override"}};

void Add(HostReport& report, std::string name, bool available, bool required, std::string detail,
         std::string consequence, std::string remedy = "") {
  if (available) {
    consequence.clear();
    remedy.clear();
  }
  report.features.push_back({std::move(name), available, required, std::move(detail),
                             std::move(consequence), std::move(remedy)});
}

std::string Why(int error) {
  return std::strerror(error);
}

bool FileHas(const char* path, std::string_view word) {
  auto text = ReadSmallFile(AT_FDCWD, path);
  return text.ok() && text->find(word) != std::string::npos;
}

// Whether clone3 with these flags makes a process; errno tells why not. The child only exits, so
// this is safe beside other threads.
bool CanClone(uint64_t flags, int cgroup_fd = -1) {
  clone_args args{};
  args.flags = flags;
  args.exit_signal = SIGCHLD;
  if (cgroup_fd >= 0) args.cgroup = static_cast<uint64_t>(cgroup_fd);
  const pid_t pid = CloneProcess(args);
  if (pid < 0) return false;
  if (pid == 0) ::_exit(0);
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  return true;
}

void InspectPrivileges(HostReport& report) {
  std::string missing = ::geteuid() == 0 ? "" : "not root";
  uint64_t effective = 0;
  auto status = ReadSmallFile(AT_FDCWD, "/proc/self/status");
  const size_t at = status.ok() ? status->find("CapEff:\t") : std::string::npos;
  if (at != std::string::npos) effective = std::strtoull(status->c_str() + at + 8, nullptr, 16);
  for (const Capability& capability : kNeededCapabilities) {
    if ((effective >> capability.number & 1) != 0) continue;
    missing += (missing.empty() ? "no cap_" : ", no cap_") + std::string(capability.name);
  }
  Add(report, "root with its capabilities", missing.empty(), kRequired,
      missing.empty() ? "present" : missing,
      "boxes can't be made; run as root, in a container with --privileged",
      RootRemedy(FindHostTraits()));
}

void InspectNamespaces(HostReport& report) {
  struct Kind {
    const char* name;
    uint64_t flag;
    bool required;
    const char* consequence;
  };
  constexpr Kind kKinds[] = {
      {"pid namespaces", CLONE_NEWPID, kRequired, "leftover processes could survive a run"},
      {"mount namespaces", CLONE_NEWNS, kRequired, "the host's files would be visible"},
      {"network namespaces", CLONE_NEWNET, kRequired, "programs could reach the network"},
      {"ipc namespaces", CLONE_NEWIPC, kRequired, "System V objects would leak between runs"},
      {"uts namespaces", CLONE_NEWUTS, kRequired, "the host's name would be visible"},
      {"user namespaces", CLONE_NEWUSER, kOptional, "no rootless tier with a view of its own"},
  };
  for (const Kind& kind : kKinds) {
    const bool available = CanClone(kind.flag);
    Add(report, kind.name, available, kind.required, available ? "works" : Why(errno),
        kind.consequence);
  }
}

// Makes and removes a directory in each hierarchy, because permission bits don't tell.
void InspectCgroups(HostReport& report) {
  const CgroupHost host = DetectCgroups();
  const bool usable = host.layout != CgroupLayout::kNone;
  Add(report, "cgroup layout", usable, kRequired,
      usable ? std::string(ToString(host.layout)) : host.problem,
      "memory, processes and CPU time of a run can't be bounded");
  static std::atomic<int> count{0};
  const std::string probe_name =
      "/assay-probe-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
  const std::pair<const char*, const std::string*> roots[] = {{"cgroup v1 memory", &host.memory},
                                                              {"cgroup v1 pids", &host.pids},
                                                              {"cgroup v1 cpuacct", &host.cpuacct},
                                                              {"cgroup v2", &host.unified}};
  for (const auto& [name, root] : roots) {
    if (root->empty()) continue;
    const std::string probe = *root + probe_name;
    const bool writable = ::mkdir(probe.c_str(), 0755) == 0;
    const int error = errno;
    Add(report, std::string(name) + " writable", writable, kRequired,
        writable ? *root : *root + ": " + Why(error),
        "runs can't be given groups of their own; delegate the hierarchy or mount it writable");
    if (writable && root == &host.memory) {
      Add(report, "swap accounting",
          ::access((probe + "/memory.memsw.limit_in_bytes").c_str(), F_OK) == 0, kOptional,
          "memory.memsw.limit_in_bytes", "a run over its memory limit may swap instead of ending");
    }
    if (writable && root == &host.memory) {
      const bool bounded = ::access((probe + "/memory.kmem.tcp.limit_in_bytes").c_str(), F_OK) == 0;
      Add(report, "socket memory", bounded, kOptional, "memory.kmem.tcp.limit_in_bytes",
          "programs get no IP sockets: their buffers would count against no limit");
    }
    if (writable && root == &host.unified) {
      Add(report, "cgroup.kill", ::access((probe + "/cgroup.kill").c_str(), F_OK) == 0, kOptional,
          "Linux 5.14 or later", "fork bombs take longer to end");
      UniqueFd fd(::open(probe.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      const bool into = CanClone(CLONE_INTO_CGROUP, fd.get());
      Add(report, "clone3 into a cgroup", into, kRequired, into ? "works" : Why(errno),
          "needs Linux 5.7 or later");
    }
    if (writable) ::rmdir(probe.c_str());
  }
}

void InspectKernel(HostReport& report) {
  UniqueFd pidfd(PidfdOpen(::getpid()));
  Add(report, "pidfd", pidfd.valid(), kRequired, pidfd ? "works" : Why(errno),
      "needs Linux 5.3 or later");
  const bool setattr = ::syscall(SYS_mount_setattr, -1, "", 0, nullptr, 0) < 0 && errno != ENOSYS;
  Add(report, "mount_setattr", setattr, kRequired, setattr ? "present" : Why(errno),
      "needs Linux 5.12 or later: whole trees can't be shown read-only");
  uint32_t action = SECCOMP_RET_ERRNO;
  const bool seccomp = ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
  Add(report, "seccomp filters", seccomp, kRequired, seccomp ? "works" : Why(errno),
      "all of the kernel's calls would be open to programs");
  Add(report, "socket notifications", NetworkCanBeWatched(), kOptional, "seccomp with a listener",
      "programs get no IP sockets, not even within their box (something further out listens, or "
      "the kernel can't)");
  AddSettableIds(report);
  const long landlock =
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  Add(report, "Landlock", landlock > 0, kOptional,
      landlock > 0 ? "ABI " + std::to_string(landlock) : Why(errno),
      "no tier without namespaces on this host");
  Add(report, "overlay file system", FileHas("/proc/filesystems", "overlay"), kOptional,
      "in /proc/filesystems", "nothing today: boxes don't use it");
  Add(report, "schedstat", ::access("/proc/self/schedstat", R_OK) == 0, kOptional,
      "/proc/<pid>/schedstat", "wall limits can't tell waiting from a busy host");
  Add(report, "pressure stall information", ::access("/proc/pressure/cpu", R_OK) == 0, kOptional,
      "/proc/pressure/cpu",
      "a busy host is judged by the delays of living processes, which programs can inflate up to "
      "the "
      "wall backstop");
  auto swaps = ReadSmallFile(AT_FDCWD, "/proc/swaps");
  const bool no_swap = swaps.ok() && swaps->find('\n') + 1 >= swaps->size();
  Add(report, "no swap", no_swap, kOptional, no_swap ? "none configured" : "swap is in use",
      "timing gets noisy when the host swaps");
}

}  // namespace

HostReport InspectHost() {
  HostReport report;
  InspectPrivileges(report);
  InspectNamespaces(report);
  InspectCgroups(report);
  InspectKernel(report);
  Conclude("privileged", report);
  return report;
}

}  // namespace assay
