// The userns tier: a box of namespaces that an ordinary user may make, because a user namespace
// comes first. No cgroups: what they count exactly elsewhere is watched here.
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "runner/box_paths.h"
#include "sandbox/cgroup/polled_usage.h"
#include "sandbox/contain/keeper.h"
#include "sandbox/tiers/box_steps.h"
#include "sandbox/tiers/probe.h"
#include "sandbox/tiers/remedies.h"
#include "sandbox/tiers/tier.h"
#include "sandbox/tiers/user_steps.h"
#include "sandbox/view/live_view.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// The probe: what a box is made with, in that order. Begin with kProbe below.

int Sent(bool done) {
  return done ? 0 : errno;
}

int WriteText(const char* path, const char* text) {
  const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return errno;
  const auto size = static_cast<ssize_t>(std::strlen(text));
  const int error = Sent(::write(fd, text, static_cast<size_t>(size)) == size);
  ::close(fd);
  return error;
}

int MapUser(const ProbeContext& context) {
  if (const int error = WriteText("/proc/self/setgroups", "deny"); error != 0) return error;
  if (const int error = WriteText("/proc/self/uid_map", context.uid_map); error != 0) return error;
  return WriteText("/proc/self/gid_map", context.gid_map);
}

// Over /proc, as the boxes' roots.
int MountRoot(const ProbeContext&) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return errno;
  return Sent(::mount("assay", "/proc", "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=0755") == 0 &&
              ::mkdir("/proc/ours", 0755) == 0 && ::mkdir("/proc/shown", 0755) == 0 &&
              ::mkdir("/proc/proc", 0755) == 0);
}

int BindReadOnly(const ProbeContext&) {
  const long tree = ::syscall(SYS_open_tree, AT_FDCWD, "/proc/ours",
                              OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
  if (tree < 0) return errno;
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY;
  return Sent(
      ::syscall(SYS_mount_setattr, tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes,
                sizeof attributes) == 0 &&
      ::syscall(SYS_move_mount, tree, "", AT_FDCWD, "/proc/shown", MOVE_MOUNT_F_EMPTY_PATH) == 0);
}

// Into a folder of our own, so that nothing but the mount stops it.
int WriteForbidden(const ProbeContext&) {
  if (::open("/proc/ours/allowed", O_WRONLY | O_CREAT | O_CLOEXEC, 0600) < 0) return errno;
  if (::open("/proc/shown/forbidden", O_WRONLY | O_CREAT | O_CLOEXEC, 0600) >= 0) return EPROTO;
  return errno == EROFS ? 0 : errno;
}

int MountProc(const ProbeContext&) {
  return Sent(
      ::mount("proc", "/proc/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "hidepid=2") == 0);
}

int PivotRoot(const ProbeContext&) {
  return Sent(::chdir("/proc") == 0 && ::syscall(SYS_pivot_root, ".", ".") == 0 &&
              ::umount2(".", MNT_DETACH) == 0 && ::chdir("/") == 0 &&
              ::access("/ours/allowed", F_OK) == 0);
}

int SetUpNetwork(const ProbeContext&) {
  const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq request{};
  request.ifr_name[0] = 'l';
  request.ifr_name[1] = 'o';
  request.ifr_flags = IFF_UP;
  return Sent(socket >= 0 && ::ioctl(socket, SIOCSIFFLAGS, &request) == 0 &&
              ::sethostname("box", 3) == 0);
}

// We are the namespace's only process, so a second one is over a limit of one.
int LimitProcesses(const ProbeContext&) {
  const rlimit one{1, 1};
  if (::setrlimit(RLIMIT_NPROC, &one) != 0) return errno;
  clone_args args{};
  args.exit_signal = SIGCHLD;
  const pid_t second = CloneProcess(args);
  if (second == 0) ::_exit(0);
  if (second < 0) return errno == EAGAIN ? 0 : errno;
  ::waitpid(second, nullptr, 0);
  return EPROTO;
}

constexpr ProbeStep kNamespaces{"user, mount, pid, network, ipc and uts namespaces", nullptr,
                                "an ordinary user can't make a box", [](int error) {
                                  return UserNamespaceRemedy(FindHostTraits(), error);
                                }};

constexpr auto kMountRemedy = [](int) { return MountRemedy(FindHostTraits()); };

constexpr ProbeStep kProbe[] = {
    {"user map", MapUser, "the namespace has no root, so nothing can be set up in it",
     [](int error) { return UserMapRemedy(FindHostTraits(), error); }},
    {"mounts", MountRoot, "no root of its own can be put together", kMountRemedy},
    {"read-only binds", BindReadOnly, "the toolchains can't be shown", kMountRemedy},
    {"forbidden write", WriteForbidden, "programs could change what all boxes see", kMountRemedy},
    {"fresh /proc", MountProc, "programs would see no processes, or the host's",
     [](int) { return ProcRemedy(FindHostTraits()); }},
    {"pivot_root", PivotRoot, "the host's files would stay reachable", kMountRemedy},
    {"loopback and host name", SetUpNetwork, "the box's own network can't be set up", kMountRemedy},
    {"seccomp filter", TryFilter, "all of the kernel's calls would be open to programs",
     [](int) { return std::string("a kernel with CONFIG_SECCOMP_FILTER"); }},
    {"processes counted by user namespace", LimitProcesses,
     "a fork bomb could take all processes of this account",
     [](int) { return ProcessLimitRemedy(FindHostTraits()); }},
};

HostReport Probe() {
  HostReport report;
  ProbeInChild(user_step::kNamespaces, kNamespaces, kProbe, report);
  AddSettableIds(report);
  Conclude("userns", report);
  return report;
}

// The box, beside user_steps.h: nothing is counted by the kernel.

Status WatchUsage(BoxMaking& making) {
  const Keeper* const keeper = making.keeper.get();
  making.usage = MakePolledUsage([keeper] { return keeper->OrphansCpu(); }, kWritablePlaces[0],
                                 OpenOomCounter());
  return {};
}

// What the buffers of sockets hold is counted nowhere.
Status BoundSockets(BoxMaking&) {
  for (const char* path : {"/proc/sys/net/ipv4/tcp_rmem", "/proc/sys/net/ipv4/tcp_wmem"}) {
    if (!WriteSmallFile(AT_FDCWD, path, "4096 65536 262144")) return StepFailed(path);
  }
  return {};
}

constexpr BoxStep kSteps[] = {
    {"account", box_step::MakeAccount},
    {"sockets", box_step::MakeSockets},
    {"clone", user_step::Clone},
    {"agent", box_step::BecomeAgent},
    {"user_map", user_step::MapAccount},
    {"processor", box_step::StayOnProcessor},
    {"descriptors", box_step::TakeDescriptors},
    {"keeper", user_step::StartKeeper},
    {"usage", WatchUsage},
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
    {"socket_buffers", BoundSockets},
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

// Of a box that stays. All of its files are its programs' own, those that are the box's, too: what
// nobody may change is on mounts of its own.
Status WatchLiveUsage(BoxMaking& making) {
  const Keeper* const keeper = making.keeper.get();
  making.usage = MakePolledUsage([keeper] { return keeper->OrphansCpu(); }, "/", OpenOomCounter());
  return {};
}

constexpr BoxStep kLiveSteps[] = {
    {"account", box_step::MakeLiveAccount},
    {"sockets", box_step::MakeSockets},
    {"clone", user_step::Clone},
    {"agent", box_step::BecomeAgent},
    {"user_map", user_step::MapAccount},
    {"descriptors", box_step::TakeDescriptors},
    {"keeper", user_step::StartKeeper},
    {"usage", WatchLiveUsage},
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
    {"socket_buffers", BoundSockets},
    {"writable_proc", user_step::KeepProc},
    {"mask_proc", box_step::View<root_view::MaskProc>},
    {"read_only_proc", box_step::View<live_view::ReadOnlyProc>},
    {"hostname", box_step::View<root_view::Hostname>},
    {"capabilities", box_step::EmptyBoundingSet},
    {"no_new_privs", box_step::ForbidNewPrivileges},
    {"box_filter", box_step::FilterBox},
};

constexpr Tier kUserns{
    "userns", Probe, kSteps, OpenPolledAccounting, ProgramUser::kSharedUncounted, kLiveSteps};

}  // namespace

const Tier& UsernsTier() {
  return kUserns;
}

}  // namespace assay
