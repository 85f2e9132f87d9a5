// The privileged tier: a box of namespaces, cgroups and seccomp, set up as root. Begin with the
// list at the end; what isn't here is in box_steps.cc (what other tiers take as well), view/ (what
// the box sees) and cgroup/ (what it may use).
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

#include "sandbox/cgroup/cgroup_accounting.h"
#include "sandbox/tiers/box_steps.h"
#include "sandbox/tiers/privileged_probe.h"
#include "sandbox/tiers/tier.h"
#include "sandbox/view/furniture.h"
#include "sandbox/view/live_view.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// The network namespace is made here, once per box: its creation is serialised in the kernel and
// costs more than everything else of a run.
Status CloneIntoNamespaces(BoxMaking& making) {
  return box_step::CloneInto(
      making, CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET);
}

Status DropGroups(BoxMaking&) {
  return ::setgroups(0, nullptr) == 0 ? Status() : StepFailed("cannot drop groups");
}

// The list. Mounts come before privileges are given up; the host's cgroups are opened before the
// root is left; /proc/sys is written before /proc turns read-only.
constexpr BoxStep kSteps[] = {
    {"cgroup", box_step::MakeAccount},
    {"sockets", box_step::MakeSockets},
    {"clone", CloneIntoNamespaces},
    {"agent", box_step::BecomeAgent},
    {"processor", box_step::StayOnProcessor},
    {"descriptors", box_step::TakeDescriptors},
    {"cgroup_entry", box_step::EnterAccount},
    {"private_mounts", box_step::View<root_view::PrivateMounts>},
    {"root_tmpfs", box_step::View<root_view::RootTmpfs>},
    {"toolchains", box_step::View<root_view::Toolchains>},
    {"etc", box_step::View<root_view::Etc>},
    {"devices", box_step::View<root_view::Devices>},
    {"processors", box_step::View<root_view::Processors>},
    {"writable_places", box_step::View<root_view::WritablePlaces>},
    {"proc", box_step::View<root_view::Proc>},
    {"pivot_root", box_step::View<root_view::PivotRoot>},
    {"network", box_step::View<root_view::Network>},
    {"mask_proc", box_step::View<root_view::MaskProc>},
    {"read_only_root", box_step::View<root_view::ReadOnlyRoot>},
    {"hostname", box_step::View<root_view::Hostname>},
    {"inheritable", box_step::KeepForking},
    {"groups", DropGroups},
    {"capabilities", box_step::EmptyBoundingSet},
    {"no_new_privs", box_step::ForbidNewPrivileges},
    {"network_watch", box_step::WatchNetwork},
    {"box_filter", box_step::FilterBox},
    {"work_directory", box_step::EnterWorkDirectory},
    {"scratch", box_step::OpenPlaces},
};

// Of a box that stays. The list above, without what a box needs that many runs share one after the
// other: processors of their own, watched sockets, places that are wiped.

// An image has files of its own in these places.
Status FindFurniture(BoxMaking& making) {
  if (making.view.image.empty()) making.furniture = FurnitureNamespace(making.view);
  making.view.furnished = making.furniture >= 0;
  return {};
}

Status TakeFurniture(BoxMaking& making) {
  return making.view.furnished ? EnterFurniture(std::move(making.kept)) : Status();
}

// Without a network: the agent makes its own (UnshareNetwork), beside others that do. Without
// mounts where it will take the furniture's.
Status CloneLive(BoxMaking& making) {
  clone_args args{};
  args.flags = CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS;
  if (!making.view.furnished) args.flags |= CLONE_NEWNS;
  args.exit_signal = SIGCHLD;
  if (making.live_account->clone_fd() >= 0) {
    args.flags |= CLONE_INTO_CGROUP;
    args.cgroup = static_cast<uint64_t>(making.live_account->clone_fd());
  }
  making.agent = CloneProcess(args);
  return making.agent < 0 ? StepFailed("cannot make a box's namespaces") : Status();
}

Status UnshareNetwork(BoxMaking&) {
  return ::unshare(CLONE_NEWNET) == 0 ? Status() : StepFailed("cannot make a network");
}

// Of the same file system: each more would cost every memory cgroup of the host a little.
Status KeepWritableProc(BoxMaking& making) {
  making.live_proc.Reset(static_cast<int>(
      ::syscall(SYS_open_tree, AT_FDCWD, "/proc", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC)));
  return making.live_proc ? Status() : StepFailed("cannot keep /proc");
}

constexpr BoxStep kLiveSteps[] = {
    {"cgroup", box_step::MakeLiveAccount},
    {"sockets", box_step::MakeSockets},
    {"furniture", FindFurniture},
    {"clone", CloneLive},
    {"agent", box_step::BecomeAgent},
    {"descriptors", box_step::TakeDescriptors},
    {"network_namespace", UnshareNetwork},
    {"cgroup_entry", box_step::EnterLiveAccount},
    {"mounts", TakeFurniture},
    {"private_mounts", box_step::View<root_view::PrivateMounts>},
    {"root_tmpfs", box_step::View<live_view::Root>},
    {"toolchains", box_step::View<live_view::Toolchains>},
    {"etc", box_step::View<live_view::Etc>},
    {"devices", box_step::View<live_view::Devices>},
    {"terminals", box_step::View<live_view::Terminals>},
    {"processors", box_step::View<live_view::Processors>},
    {"writable_places", box_step::View<live_view::Places>},
    {"proc", box_step::View<root_view::Proc>},
    {"pivot_root", box_step::View<root_view::PivotRoot>},
    {"network", box_step::View<live_view::Network>},
    {"writable_proc", KeepWritableProc},
    {"mask_proc", box_step::View<root_view::MaskProc>},
    {"read_only_proc", box_step::View<live_view::ReadOnlyProc>},
    {"hostname", box_step::View<root_view::Hostname>},
    {"groups", DropGroups},
    {"capabilities", box_step::EmptyBoundingSet},
    {"no_new_privs", box_step::ForbidNewPrivileges},
    {"box_filter", box_step::FilterBox},
};

constexpr Tier kPrivileged{"privileged",         InspectHost,       kSteps,
                           OpenCgroupAccounting, ProgramUser::kOwn, kLiveSteps};

}  // namespace

const Tier& PrivilegedTier() {
  return kPrivileged;
}

}  // namespace assay
