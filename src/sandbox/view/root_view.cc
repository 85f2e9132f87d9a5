#include "sandbox/view/root_view.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "base/fd.h"
#include "runner/box_paths.h"
#include "sandbox/view/mounts.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// Facts about the host or switches of the kernel that no program here needs.
constexpr const char* kMaskedProc[] = {"/proc/kcore",
                                       "/proc/keys",
                                       "/proc/key-users",
                                       "/proc/sysrq-trigger",
                                       "/proc/timer_list",
                                       "/proc/kallsyms",
                                       "/proc/kmsg",
                                       "/proc/config.gz",
                                       "/proc/cmdline",
                                       "/proc/modules",
                                       "/proc/vmallocinfo",
                                       "/proc/slabinfo",
                                       "/proc/sched_debug",
                                       "/proc/kpagecount",
                                       "/proc/kpageflags",
                                       "/proc/kpagecgroup",
                                       "/proc/iomem",
                                       "/proc/ioports",
                                       "/proc/diskstats",
                                       "/proc/partitions",
                                       "/proc/swaps",
                                       "/proc/locks",
                                       "/proc/pagetypeinfo",
                                       "/proc/vmstat",
                                       "/proc/zoneinfo",
                                       "/proc/buddyinfo",
                                       "/proc/schedstat",
                                       "/proc/interrupts",
                                       "/proc/softirqs",
                                       "/proc/sys/fs/file-nr",
                                       "/proc/sys/fs/inode-nr",
                                       "/proc/sys/fs/inode-state",
                                       "/proc/sys/fs/dentry-state",
                                       "/proc/sys/fs/aio-nr"};
constexpr const char* kMaskedProcDirectories[] = {
    "/proc/acpi",   "/proc/bus",    "/proc/fs",  "/proc/irq",           "/proc/scsi",
    "/proc/driver", "/proc/asound", "/proc/tty", "/proc/dynamic_debug", "/proc/pressure"};

// One bounded file system behind all writable places, so that one bound covers them together; it
// goes with the last of its mounts.
Status MountPlaces(const RootViewOptions& options, const std::string& root) {
  UniqueFd context(::fsopen("tmpfs", FSOPEN_CLOEXEC));
  const auto set = [&context](const char* name, const std::string& value) {
    return ::fsconfig(context.get(), FSCONFIG_SET_STRING, name, value.c_str(), 0) == 0;
  };
  if (!context || !set("source", "scratch") || !set("mode", "0700") ||
      !set("size", std::to_string(options.scratch_bytes)) ||
      !set("nr_inodes", std::to_string(options.scratch_inodes)) ||
      ::fsconfig(context.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) {
    return ViewError("cannot make the file system of the writable places");
  }
  UniqueFd base(::fsmount(context.get(), FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV));
  // Parts are taken from a mount that has a place: before Linux 6.15 one without can't be cloned.
  const std::string at = root + kWritablePlaces[0];
  if (!base || ::move_mount(base.get(), "", AT_FDCWD, at.c_str(), MOVE_MOUNT_F_EMPTY_PATH) != 0) {
    return ViewError("cannot mount the file system of the writable places");
  }
  UniqueFd places[kWritablePlaceCount];
  for (int i = 0; i < kWritablePlaceCount; ++i) {
    const std::string name = std::to_string(i);
    // Owned by root and sticky: a candidate fills them freely but can't change the directories
    // themselves (mode, ACL, attributes).
    if (::mkdirat(base.get(), name.c_str(), 0755) != 0 ||
        ::fchmodat(base.get(), name.c_str(), 01777, 0) != 0) {
      return ViewError(kWritablePlaces[i]);
    }
    places[i].Reset(::open_tree(base.get(), name.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
    if (!places[i]) return ViewError(kWritablePlaces[i]);
  }
  if (::umount2(at.c_str(), MNT_DETACH) != 0) return ViewError(at.c_str());
  for (int i = 0; i < kWritablePlaceCount; ++i) {
    if (::move_mount(places[i].get(), "", AT_FDCWD, (root + kWritablePlaces[i]).c_str(),
                     MOVE_MOUNT_F_EMPTY_PATH) != 0) {
      return ViewError(kWritablePlaces[i]);
    }
  }
  return {};
}

}  // namespace

Status root_view::PrivateMounts(const RootViewOptions&) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return ViewError("cannot stop mount propagation");
  }
  return {};
}

Status root_view::RootTmpfs(const RootViewOptions&) {
  if (::mount("assay", kStaging.c_str(), "tmpfs", MS_NOSUID | MS_NODEV,
              "size=4m,nr_inodes=4096,mode=0755") != 0) {
    return ViewError("cannot mount the new root");
  }
  return {};
}

Status root_view::WritablePlaces(const RootViewOptions& options) {
  for (const char* place : kWritablePlaces) {
    if (!MakeDirectories(kStaging + place)) return ViewError(place);
  }
  return MountPlaces(options, kStaging);
}

Status root_view::DropPlaces() {
  if (::chdir("/") != 0) return ViewError("cannot leave the work directory");
  for (const char* place : kWritablePlaces) {
    if (::umount2(place, MNT_DETACH) != 0) return ViewError(place);
  }
  return {};
}

Status root_view::NewPlaces(const RootViewOptions& options) {
  ASSAY_RETURN_IF_ERROR(MountPlaces(options, ""));
  if (::chdir(kWritablePlaces[0]) != 0) return ViewError("cannot enter the work directory");
  return {};
}

Status root_view::Proc(const RootViewOptions&) {
  const std::string proc = kStaging + "/proc";
  if (!MakeDirectories(proc)) return ViewError("cannot make /proc");
  if (::mount("proc", proc.c_str(), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "hidepid=2") != 0) {
    return ViewError("cannot mount /proc");
  }
  return {};
}

Status root_view::PivotRoot(const RootViewOptions&) {
  if (::chdir(kStaging.c_str()) != 0) return ViewError("cannot enter the new root");
  if (::syscall(SYS_pivot_root, ".", ".") != 0) return ViewError("cannot change the root");
  if (::umount2(".", MNT_DETACH) != 0) return ViewError("cannot drop the old root");
  if (::chdir("/") != 0) return ViewError("cannot enter the new root");
  return {};
}

// Before /proc turns read-only. A socket's TIME_WAIT would keep its port busy into the next run.
Status root_view::Network(const RootViewOptions&) {
  ASSAY_RETURN_IF_ERROR(BringLoopbackUp());
  if (!WriteSmallFile(AT_FDCWD, "/proc/sys/net/ipv4/tcp_max_tw_buckets", "0")) {
    return ViewError("cannot forbid lingering ports");
  }
  return {};
}

Status root_view::MaskProc(const RootViewOptions&) {
  if (::access("/dev/null", F_OK) != 0) return ViewError("/dev/null");
  for (const char* path : kMaskedProc) {
    // Not every kernel has all of them.
    if (::mount("/dev/null", path, nullptr, MS_BIND, nullptr) != 0 && errno != ENOENT) {
      return ViewError(path);
    }
  }
  // An empty directory for all of them, which then has no name any more. A file system of their own
  // would cost the kernel as much as all the rest of a box that waits.
  constexpr const char* kMask = "/.mask";
  constexpr auto kAttributes =
      MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC;
  if (::mkdir(kMask, 0) != 0) return ViewError(kMask);
  for (const char* path : kMaskedProcDirectories) {
    if (::access(path, F_OK) == 0 && !Bind(kMask, path, kAttributes)) return ViewError(path);
  }
  return ::rmdir(kMask) == 0 ? Status() : ViewError(kMask);
}

// /proc too: a candidate must not lower its own out-of-memory score below the agent's.
Status root_view::ReadOnlyRoot(const RootViewOptions&) {
  for (const char* path : {"/proc", "/"}) {
    if (!AddMountAttributes(path, MOUNT_ATTR_RDONLY)) return ViewError(path);
  }
  return {};
}

Status root_view::Hostname(const RootViewOptions&) {
  if (::sethostname("box", 3) != 0 || ::setdomainname("", 0) != 0) {
    return ViewError("cannot name the box");
  }
  return {};
}

}  // namespace assay
