#include "sandbox/contain/root_view.h"

#include <fcntl.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>

#include "sandbox/wire/protocol.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// The new root is assembled over /proc: it exists everywhere, and nothing is bound from it.
const std::string kStaging = "/proc";

constexpr const char* kSystemPaths[] = {"/usr",   "/bin",   "/sbin",  "/lib",
                                        "/lib32", "/lib64", "/libx32"};
// Directories and files of /etc that run-time linkers, languages and the C library read. No host
// identity, users, secrets or configuration of services.
constexpr const char* kEtcBinds[] = {"alternatives", "ld.so.conf.d", "ssl/certs", "perl"};
constexpr const char* kEtcPrefixes[] = {"java", "python3", "R", "ghc", "php", "mono", "nodejs"};
constexpr const char* kEtcCopies[] = {"ld.so.cache", "ld.so.conf",   "ssl/openssl.cnf", "localtime",
                                      "timezone",    "mime.types",   "services",        "protocols",
                                      "os-release",  "locale.alias", "debian_version"};
constexpr const char* kDevices[] = {"null", "zero", "full", "random", "urandom"};
// Facts about the host or switches of the kernel that no program here needs.
constexpr const char* kMaskedProc[] = {
    "/proc/kcore",       "/proc/keys",       "/proc/key-users",   "/proc/sysrq-trigger",
    "/proc/timer_list",  "/proc/kallsyms",   "/proc/kmsg",        "/proc/config.gz",
    "/proc/cmdline",     "/proc/modules",    "/proc/vmallocinfo", "/proc/slabinfo",
    "/proc/sched_debug", "/proc/kpagecount", "/proc/kpageflags",  "/proc/kpagecgroup",
    "/proc/iomem",       "/proc/ioports",    "/proc/diskstats",   "/proc/partitions",
    "/proc/swaps",       "/proc/locks",      "/proc/pagetypeinfo"};
constexpr const char* kMaskedProcDirectories[] = {
    "/proc/acpi",   "/proc/bus",    "/proc/fs",  "/proc/irq",          "/proc/scsi",
    "/proc/driver", "/proc/asound", "/proc/tty", "/proc/dynamic_debug"};

Status Fail(const char* step, std::string message) {
  return SystemError(std::string("sandbox.") + step, errno, std::move(message));
}

bool MakeDirectories(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    if (::mkdir(path.substr(0, slash).c_str(), 0755) != 0 && errno != EEXIST) return false;
  }
  return ::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST;
}

bool MakeParents(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos || MakeDirectories(path.substr(0, slash));
}

bool MakeFile(const std::string& path, std::string_view contents) {
  UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  return fd && (contents.empty() || WriteSmallFd(fd.get(), contents));
}

// A bind of `source` and everything mounted below it, read-only when asked.
bool Bind(const std::string& source, const std::string& target, uint64_t attributes) {
  UniqueFd tree(static_cast<int>(::syscall(SYS_open_tree, AT_FDCWD, source.c_str(),
                                           OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE)));
  if (!tree) return false;
  mount_attr attr{};
  attr.attr_set = attributes;
  if (::syscall(SYS_mount_setattr, tree.get(), "", AT_EMPTY_PATH | AT_RECURSIVE, &attr,
                sizeof attr) != 0) {
    return false;
  }
  return ::syscall(SYS_move_mount, tree.get(), "", AT_FDCWD, target.c_str(),
                   MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

constexpr uint64_t kReadOnly = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;

// Makes the target and binds a directory or a regular file on it; what doesn't exist is skipped.
bool BindInto(const std::string& source, const std::string& target) {
  struct stat info {};
  if (::stat(source.c_str(), &info) != 0) return errno == ENOENT;
  if (S_ISDIR(info.st_mode)) {
    if (!MakeDirectories(target)) return false;
  } else if (!S_ISREG(info.st_mode)) {
    return true;
  } else if (!MakeParents(target) || !MakeFile(target, "")) {
    return false;
  }
  return Bind(source, target, kReadOnly);
}

bool CopySymlink(const std::string& source, const std::string& target) {
  char text[4096];
  const ssize_t size = ::readlink(source.c_str(), text, sizeof text - 1);
  if (size < 0) return false;
  text[size] = '\0';
  return MakeParents(target) && (::symlink(text, target.c_str()) == 0 || errno == EEXIST);
}

bool IsBelow(const std::string& path, const std::string& directory) {
  return path == directory ||
         (path.size() > directory.size() && path.compare(0, directory.size(), directory) == 0 &&
          path[directory.size()] == '/');
}

Status PrivateMounts(const RootViewOptions&) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return Fail("private_mounts", "cannot stop mount propagation");
  }
  return {};
}

Status RootTmpfs(const RootViewOptions&) {
  if (::mount("assay", kStaging.c_str(), "tmpfs", MS_NOSUID | MS_NODEV,
              "size=4m,nr_inodes=4096,mode=0755") != 0) {
    return Fail("root_tmpfs", "cannot mount the new root");
  }
  return {};
}

// The links a path goes through on its way to `real`, in order.
std::vector<std::string> LinksOf(const std::string& path) {
  std::vector<std::string> links;
  std::string rest = path;
  for (int hops = 0; hops < 40; ++hops) {
    bool followed = false;
    for (size_t slash = rest.find('/', 1);; slash = rest.find('/', slash + 1)) {
      const std::string prefix = rest.substr(0, slash);
      char text[4096];
      const ssize_t size = ::readlink(prefix.c_str(), text, sizeof text);
      if (size > 0) {
        links.push_back(prefix);
        const std::string target(text, static_cast<size_t>(size));
        const std::string tail = slash == std::string::npos ? "" : rest.substr(slash);
        rest =
            (target[0] == '/' ? target : prefix.substr(0, prefix.rfind('/') + 1) + target) + tail;
        followed = true;
        break;
      }
      if (slash == std::string::npos) break;
    }
    if (!followed) break;
  }
  return links;
}

// Toolchains. Symbolic links on the way to them (merged /usr) stay links; what lies below something
// already bound is there with it.
Status Toolchains(const RootViewOptions& options) {
  std::vector<std::string> paths(std::begin(kSystemPaths), std::end(kSystemPaths));
  paths.insert(paths.end(), options.visible_paths.begin(), options.visible_paths.end());
  std::set<std::string> real_paths;  // sorted: a directory comes before what is below it
  std::set<std::string> links;
  for (const std::string& path : paths) {
    char* resolved = ::realpath(path.c_str(), nullptr);
    if (resolved == nullptr) continue;  // not installed; the language's probe says so
    const std::string real = resolved;
    std::free(resolved);
    if (real == "/") {
      return Error{ErrorCode::kInvalidArgument, "sandbox.toolchains", 0,
                   "the whole host root may not be visible in a box"};
    }
    real_paths.insert(real);
    for (std::string& link : LinksOf(path)) links.insert(std::move(link));
  }
  std::vector<std::string> bound;
  const auto covered = [&bound](const std::string& path) {
    return std::any_of(bound.begin(), bound.end(),
                       [&](const std::string& directory) { return IsBelow(path, directory); });
  };
  for (const std::string& real : real_paths) {
    if (covered(real)) continue;
    if (!BindInto(real, kStaging + real)) return Fail("toolchains", "cannot show " + real);
    bound.push_back(real);
  }
  for (const std::string& link : links) {
    if (!covered(link) && !CopySymlink(link, kStaging + link)) {
      return Fail("toolchains", "cannot link " + link);
    }
  }
  return {};
}

Status Etc(const RootViewOptions& options) {
  const std::string etc = kStaging + "/etc/";
  if (!MakeDirectories(etc + "ssl")) return Fail("etc", "cannot make /etc");
  for (const char* name : kEtcBinds) {
    if (!BindInto(std::string("/etc/") + name, etc + name)) return Fail("etc", name);
  }
  // Versioned directories ("java-17-openjdk", "python3.11"): one level, by prefix.
  std::set<std::string> versioned;
  UniqueFd directory(::open("/etc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  alignas(8) char entries[16384];
  for (;;) {
    const long size = ::syscall(SYS_getdents64, directory.get(), entries, sizeof entries);
    if (size <= 0) break;
    for (long at = 0; at < size;) {
      unsigned short length;
      __builtin_memcpy(&length, entries + at + 16, sizeof length);
      const std::string name = entries + at + 19;
      for (const char* prefix : kEtcPrefixes) {
        if (name.rfind(prefix, 0) == 0) versioned.insert(name);
      }
      at += length;
    }
  }
  for (const std::string& name : versioned) {
    if (!BindInto("/etc/" + name, etc + name)) return Fail("etc", name);
  }
  for (const char* name : kEtcCopies) {
    auto text = ReadSmallFile(AT_FDCWD, (std::string("/etc/") + name).c_str());
    if (text.ok() && !MakeFile(etc + name, *text)) return Fail("etc", name);
  }
  const std::string uid = std::to_string(options.uid);
  const bool made =
      MakeFile(etc + "passwd", "root:x:0:0:root:/:/usr/sbin/nologin\nsandbox:x:" + uid + ":" + uid +
                                   "::/box:/bin/sh\n") &&
      MakeFile(etc + "group", "root:x:0:\nsandbox:x:" + uid + ":\n") &&
      MakeFile(etc + "hosts", "127.0.0.1 localhost box\n::1 localhost\n") &&
      MakeFile(etc + "hostname", "box\n") &&
      MakeFile(etc + "nsswitch.conf",
               "passwd: files\ngroup: files\nhosts: files\n"
               "services: files\nprotocols: files\n");
  if (!made) return Fail("etc", "cannot write the box's own files");
  return {};
}

Status Devices(const RootViewOptions&) {
  const std::string dev = kStaging + "/dev/";
  if (!MakeDirectories(dev + "shm")) return Fail("devices", "cannot make /dev");
  for (const char* name : kDevices) {
    if (!MakeFile(dev + name, "") ||
        !Bind(std::string("/dev/") + name, dev + name, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC)) {
      return Fail("devices", name);
    }
  }
  const std::pair<const char*, const char*> links[] = {{"/proc/self/fd", "fd"},
                                                       {"/proc/self/fd/0", "stdin"},
                                                       {"/proc/self/fd/1", "stdout"},
                                                       {"/proc/self/fd/2", "stderr"}};
  for (const auto& [target, name] : links) {
    if (::symlink(target, (dev + name).c_str()) != 0) return Fail("devices", name);
  }
  return {};
}

// Language runtimes count processors here; nothing else of /sys is shown.
Status Processors(const RootViewOptions&) {
  if (!BindInto("/sys/devices/system/cpu", kStaging + "/sys/devices/system/cpu")) {
    return Fail("processors", "cannot show the processors");
  }
  return {};
}

// One bounded file system behind all writable places, so that one bound covers them together.
Status Scratch(const RootViewOptions& options) {
  const std::string base = kStaging + "/.scratch";
  if (::mkdir(base.c_str(), 0700) != 0) return Fail("scratch", "cannot make the mount point");
  const std::string bounds = "mode=0700,size=" + std::to_string(options.scratch_bytes) +
                             ",nr_inodes=" + std::to_string(options.scratch_inodes);
  if (::mount("scratch", base.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, bounds.c_str()) != 0) {
    return Fail("scratch", "cannot mount the writable places");
  }
  for (int i = 0; i < kWritablePlaceCount; ++i) {
    const std::string source = base + "/" + std::to_string(i);
    const std::string target = kStaging + kWritablePlaces[i];
    // Owned by root and sticky: a candidate fills them freely but can't change the directories
    // themselves (mode, ACL, attributes), so an empty one is a pristine one.
    if (::mkdir(source.c_str(), 0755) != 0 || ::chmod(source.c_str(), 01777) != 0 ||
        !MakeDirectories(target) || !Bind(source, target, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)) {
      return Fail("scratch", kWritablePlaces[i]);
    }
  }
  return {};
}

Status MountProc(const RootViewOptions&) {
  const std::string proc = kStaging + "/proc";
  if (!MakeDirectories(proc)) return Fail("proc", "cannot make /proc");
  if (::mount("proc", proc.c_str(), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "hidepid=2") != 0) {
    return Fail("proc", "cannot mount /proc");
  }
  return {};
}

Status PivotRoot(const RootViewOptions&) {
  if (::chdir(kStaging.c_str()) != 0) return Fail("pivot_root", "cannot enter the new root");
  if (::syscall(SYS_pivot_root, ".", ".") != 0) return Fail("pivot_root", "cannot change the root");
  if (::umount2(".", MNT_DETACH) != 0) return Fail("pivot_root", "cannot drop the old root");
  if (::chdir("/") != 0) return Fail("pivot_root", "cannot enter the new root");
  return {};
}

// Before /proc turns read-only. A socket's TIME_WAIT would keep its port busy into the next run.
Status Network(const RootViewOptions&) {
  UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  request.ifr_name[0] = 'l';
  request.ifr_name[1] = 'o';
  request.ifr_flags = IFF_UP;
  if (!socket || ::ioctl(socket.get(), SIOCSIFFLAGS, &request) != 0) {
    return Fail("network", "cannot bring the loopback interface up");
  }
  if (!WriteSmallFile(AT_FDCWD, "/proc/sys/net/ipv4/tcp_max_tw_buckets", "0")) {
    return Fail("network", "cannot forbid lingering ports");
  }
  return {};
}

Status MaskProc(const RootViewOptions&) {
  for (const char* path : kMaskedProc) {
    if (::access(path, F_OK) != 0) continue;
    if (::mount("/dev/null", path, nullptr, MS_BIND, nullptr) != 0) return Fail("mask_proc", path);
  }
  for (const char* path : kMaskedProcDirectories) {
    if (::access(path, F_OK) != 0) continue;
    if (::mount("mask", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC,
                "size=0,nr_inodes=1,mode=0000") != 0) {
      return Fail("mask_proc", path);
    }
  }
  return {};
}

// /proc too: a candidate must not lower its own out-of-memory score below the agent's.
Status ReadOnlyRoot(const RootViewOptions&) {
  for (const char* path : {"/proc", "/"}) {
    mount_attr attr{};
    attr.attr_set = MOUNT_ATTR_RDONLY;
    if (::syscall(SYS_mount_setattr, AT_FDCWD, path, 0, &attr, sizeof attr) != 0) {
      return Fail("read_only_root", path);
    }
  }
  return {};
}

Status Hostname(const RootViewOptions&) {
  if (::sethostname("box", 3) != 0 || ::setdomainname("", 0) != 0) {
    return Fail("hostname", "cannot name the box");
  }
  return {};
}

}  // namespace

Status EnterRootView(const RootViewOptions& options) {
  using Step = Status (*)(const RootViewOptions&);
  constexpr Step kSteps[] = {PrivateMounts, RootTmpfs,    Toolchains, Etc,       Devices,
                             Processors,    Scratch,      MountProc,  PivotRoot, Network,
                             MaskProc,      ReadOnlyRoot, Hostname};
  for (const Step step : kSteps) ASSAY_RETURN_IF_ERROR(step(options));
  return {};
}

}  // namespace assay
