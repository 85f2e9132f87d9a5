// The delegated tier: namespaces of an ordinary user, and a cgroup (version 2) with controllers
// that systemd or a container runtime has handed to this account. So limits and counts are the
// kernel's, as in the privileged tier.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <utility>

#include "base/fd.h"
#include "sandbox/cgroup/cgroup_accounting.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/cgroup/cgroup_tree.h"
#include "sandbox/tiers/box_steps.h"
#include "sandbox/tiers/group_handover.h"
#include "sandbox/tiers/probe.h"
#include "sandbox/tiers/remedies.h"
#include "sandbox/tiers/tier.h"
#include "sandbox/tiers/user_steps.h"
#include "sandbox/view/live_view.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// The probe: a group of our own, what it must forbid, and its end.

constexpr int64_t kProbeMemory = 8 << 20;
constexpr int kPatienceMs = 10'000;

// What boxes are made beside. Like a server, it moves this process to a leaf and leaves it there.
int Prepare(const std::string& group, const std::string& mount) {
  if (const int error = NotHandedOver(group, mount); error != 0) return error;
  if (HandsDownControllers(group)) return 0;
  if (group != mount && HasOthers(group)) return EBUSY;
  const Status handed = HandDownControllers(group, group + std::string(kDelegatedLeaf));
  return handed.ok() ? 0 : handed.error().sys_errno;
}

int SetLimits(const std::string& group) {
  const std::string memory = std::to_string(kProbeMemory);
  if (!WriteSmallFile(AT_FDCWD, (group + "/memory.max").c_str(), memory) ||
      !WriteSmallFile(AT_FDCWD, (group + "/pids.max").c_str(), "1")) {
    return errno;
  }
  // Missing without swap.
  WriteSmallFile(AT_FDCWD, (group + "/memory.swap.max").c_str(), "0");
  const auto read = ReadSmallFile(AT_FDCWD, (group + "/memory.max").c_str());
  return read.ok() && ParseNumber(*read) == kProbeMemory ? 0 : EPROTO;
}

// The end of a process of the group, which makes system calls only; -1 and errno: there is none.
template <typename Program>
int StatusOf(const std::string& group, const Program& program, const std::string& kill) {
  const UniqueFd directory(::open(group.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory) return -1;
  int pidfd = -1;
  clone_args args{};
  args.flags = CLONE_INTO_CGROUP | CLONE_PIDFD;
  args.pidfd = reinterpret_cast<uint64_t>(&pidfd);
  args.cgroup = static_cast<uint64_t>(directory.get());
  args.exit_signal = SIGCHLD;
  const pid_t self = ::getpid(), pid = CloneProcess(args);
  if (pid < 0) return -1;
  if (pid == 0) {
    // Not to outlive us, who may be killed while it waits.
    const bool bound = ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && ::getppid() == self;
    ::_exit(bound ? program() : 3);
  }
  const UniqueFd ended(pidfd);
  if (!kill.empty()) WriteSmallFile(AT_FDCWD, kill.c_str(), "1");
  pollfd entry{ended.get(), POLLIN, 0};
  const bool hangs = ::poll(&entry, 1, kPatienceMs) == 0;
  if (hangs) ::kill(pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return hangs ? 0 : status;
}

bool WasKilled(int status) {
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

int SecondProcess() {
  clone_args args{};
  args.exit_signal = SIGCHLD;
  const pid_t second = CloneProcess(args);
  if (second == 0) ::_exit(0);
  return second < 0 && errno == EAGAIN ? 1 : 2;
}

int TooMuchMemory() {
  constexpr size_t kBytes = 4 * kProbeMemory, kPage = 4096;
  auto* bytes = static_cast<volatile char*>(
      ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  for (size_t at = 0; at < kBytes; at += kPage) bytes[at] = 1;
  return 2;
}

int Wait() {
  for (;;) ::pause();
}

struct Tried {
  int limits = kNotTried, processes = kNotTried, memory = kNotTried, kill = kNotTried;
};

Tried TryGroup(const std::string& own) {
  static std::atomic<int> count{0};
  const std::string group =
      own + "/assay-probe-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
  const auto judge = [](int status, bool as_expected) {
    return status < 0 ? errno : as_expected ? 0 : EPROTO;
  };
  Tried tried;
  tried.limits = MakeGroupAnew(group) ? SetLimits(group) : errno;
  if (tried.limits == 0) {
    const int second = StatusOf(group, SecondProcess, "");
    tried.processes = judge(second, WIFEXITED(second) && WEXITSTATUS(second) == 1);
    const int hungry = StatusOf(group, TooMuchMemory, "");
    tried.memory = judge(hungry, WasKilled(hungry));
    const int killed = StatusOf(group, Wait, group + "/cgroup.kill");
    tried.kill = judge(killed, WasKilled(killed));
  }
  RemoveCgroupTree(group, true);
  return tried;
}

// Not required: runs have no share of time, only sandboxes that live.
void AddShareOfTime(const std::string& own, const HostTraits& traits, HostReport& report) {
  const auto handed = ReadSmallFile(AT_FDCWD, (own + "/cgroup.controllers").c_str());
  HostFeature feature;
  feature.name = "cpu controller";
  // The required ones stand behind it.
  feature.available =
      !own.empty() && handed.ok() && (" " + *handed).find(" cpu ") != std::string::npos;
  feature.detail = feature.available ? "handed over" : "not handed over";
  if (!feature.available) {
    feature.consequence = "`cpus` of a sandbox that lives is not kept";
    feature.remedy = DelegationRemedy(traits);
  }
  report.features.push_back(std::move(feature));
}

HostReport Probe() {
  HostReport report;
  HostReport box = UsernsTier().probe();
  report.features = std::move(box.features);
  const HostTraits traits = FindHostTraits();
  const CgroupHost host = DetectCgroups();
  const bool unified = host.layout == CgroupLayout::kV2;
  AddRequired(report, "cgroup version 2 with controllers", unified ? 0 : ENODEV,
              unified ? host.unified : "", "memory and processes of a run can't be bounded exactly",
              UnifiedCgroupRemedy(traits));
  const std::string own = unified ? DelegatedGroup(OwnGroup(host.unified, "")) : "";
  const int prepared = !unified || !box.allowed ? kNotTried
                       : own.empty()            ? ENOENT
                                                : Prepare(own, host.unified);
  const Tried tried = prepared == 0 ? TryGroup(own) : Tried{};
  const auto remedy = [&traits](int error) {
    return error > 0 ? DelegationRemedy(traits) : std::string();
  };
  AddRequired(report, "delegated cgroup", prepared, own,
              prepared == EBUSY
                  ? "other processes are in this group; the server must be alone in it"
              : prepared == EPERM
                  ? "systemd keeps this unit for itself, and would end it with the first run that "
                    "fills its memory"
                  : "runs can't be given groups of their own",
              remedy(prepared));
  AddRequired(report, "limits of a group", tried.limits, "",
              "memory and processes of a run can't be bounded", remedy(tried.limits));
  AddRequired(report, "forbidden process", tried.processes, "",
              "a fork bomb could take all processes of this account", remedy(tried.processes));
  AddRequired(report, "forbidden memory", tried.memory, "", "a run could take the host's memory",
              remedy(tried.memory));
  AddRequired(report, "end of a group at once", tried.kill, "",
              "fork bombs could outlive their run", tried.kill > 0 ? "Linux 5.14 or later" : "");
  AddShareOfTime(own, traits, report);
  Conclude("delegated", report);
  return report;
}

constexpr BoxStep kSteps[] = {
    {"cgroup", box_step::MakeAccount},
    {"sockets", box_step::MakeSockets},
    {"clone", user_step::Clone},
    {"agent", box_step::BecomeAgent},
    {"user_map", user_step::MapAccount},
    {"processor", box_step::StayOnProcessor},
    {"descriptors", box_step::TakeDescriptors},
    {"cgroup_entry", box_step::EnterAccount},
    {"keeper", user_step::StartKeeper},
    {"private_mounts", box_step::View<root_view::PrivateMounts>},
    {"root_tmpfs", box_step::View<root_view::RootTmpfs>},
    {"toolchains", box_step::View<root_view::Toolchains>},
    {"etc", box_step::View<root_view::Etc>},
    {"devices", box_step::View<root_view::Devices>},
    {"processors", box_step::View<root_view::Processors>},
    {"writable_places", box_step::View<root_view::WritablePlaces>},
    {"proc", user_step::Proc},
    {"pivot_root", box_step::View<root_view::PivotRoot>},
    {"network", box_step::View<root_view::Network>},
    {"mask_proc", box_step::View<root_view::MaskProc>},
    {"read_only_root", box_step::View<root_view::ReadOnlyRoot>},
    {"hostname", box_step::View<root_view::Hostname>},
    {"inheritable", box_step::KeepForking},
    {"capabilities", box_step::EmptyBoundingSet},
    {"no_new_privs", box_step::ForbidNewPrivileges},
    {"network_watch", box_step::WatchNetwork},
    {"box_filter", box_step::FilterBox},
    {"work_directory", box_step::EnterWorkDirectory},
    {"scratch", box_step::OpenPlaces},
};

// Of a box that stays: as in the tier userns, but that cgroups count.
constexpr BoxStep kLiveSteps[] = {
    {"cgroup", box_step::MakeLiveAccount},
    {"sockets", box_step::MakeSockets},
    {"clone", user_step::Clone},
    {"agent", box_step::BecomeAgent},
    {"user_map", user_step::MapAccount},
    {"descriptors", box_step::TakeDescriptors},
    {"cgroup_entry", box_step::EnterLiveAccount},
    {"keeper", user_step::StartKeeper},
    {"private_mounts", box_step::View<root_view::PrivateMounts>},
    {"root_tmpfs", box_step::View<live_view::Root>},
    {"own_mounts", box_step::View<live_view::OwnMounts>},
    {"toolchains", box_step::View<live_view::Toolchains>},
    {"etc", box_step::View<live_view::Etc>},
    {"devices", box_step::View<live_view::Devices>},
    {"terminals", box_step::View<live_view::Terminals>},
    {"processors", box_step::View<root_view::Processors>},
    {"writable_places", box_step::View<live_view::Places>},
    {"read_only_own", box_step::View<live_view::ReadOnlyOwn>},
    {"proc", user_step::Proc},
    {"pivot_root", box_step::View<root_view::PivotRoot>},
    {"network", box_step::View<live_view::Network>},
    {"writable_proc", user_step::KeepProc},
    {"mask_proc", box_step::View<root_view::MaskProc>},
    {"read_only_proc", box_step::View<live_view::ReadOnlyProc>},
    {"hostname", box_step::View<root_view::Hostname>},
    {"capabilities", box_step::EmptyBoundingSet},
    {"no_new_privs", box_step::ForbidNewPrivileges},
    {"box_filter", box_step::FilterBox},
};

constexpr Tier kDelegated{"delegated",          Probe,     kSteps, OpenDelegatedAccounting,
                          ProgramUser::kShared, kLiveSteps};

}  // namespace

const Tier& DelegatedTier() {
  return kDelegated;
}

}  // namespace assay
