// What a box sees of the host: toolchains, a curated /etc, a minimal /dev, the processors.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "sandbox/view/mounts.h"
#include "sandbox/view/root_view.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr const char* kSystemPaths[] = {"/usr",   "/bin",   "/sbin",  "/lib",
                                        "/lib32", "/lib64", "/libx32"};
// Directories and files of /etc that run-time linkers, languages and the C library read. No host
// identity, users, secrets or configuration of services.
// Small files are bound, too: of a copy each box would hold a page and an inode.
constexpr const char* kEtcBinds[] = {
    "alternatives", "ld.so.conf.d",    "ssl/certs",      "perl",      "ld.so.cache", "mime.types",
    "services",     "ssl/openssl.cnf", "ld.so.conf",     "localtime", "timezone",    "protocols",
    "os-release",   "locale.alias",    "debian_version", "ldc2.conf"};
constexpr const char* kEtcPrefixes[] = {"java", "python3", "R",      "ghc",
                                        "php",  "mono",    "nodejs", "racket"};
constexpr const char* kDevices[] = {"null", "zero", "full", "random", "urandom"};
// Of the host's own /proc, where a box has none: what runtimes ask of the machine.
constexpr const char* kReadableProc[] = {"cpuinfo",
                                         "filesystems",
                                         "loadavg",
                                         "meminfo",
                                         "stat",
                                         "uptime",
                                         "version",
                                         "sys/kernel/osrelease",
                                         "sys/kernel/pid_max",
                                         "sys/vm/max_map_count",
                                         "sys/vm/overcommit_memory"};

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

// Versioned directories of /etc ("java-17-openjdk", "python3.11"): one level, by prefix.
std::set<std::string> VersionedEtc() {
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
  return versioned;
}

}  // namespace

Result<ShownPaths> FindShownPaths(const std::vector<std::string>& visible_paths) {
  std::vector<std::string> paths(std::begin(kSystemPaths), std::end(kSystemPaths));
  paths.insert(paths.end(), visible_paths.begin(), visible_paths.end());
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
  ShownPaths shown;
  const auto covered = [&shown](const std::string& path) {
    return std::any_of(shown.real.begin(), shown.real.end(),
                       [&](const std::string& directory) { return IsBelow(path, directory); });
  };
  for (const std::string& real : real_paths) {
    if (!covered(real)) shown.real.push_back(real);
  }
  for (const std::string& link : links) {
    if (covered(link)) continue;
    char text[4096];
    const ssize_t size = ::readlink(link.c_str(), text, sizeof text);
    if (size > 0) shown.links.push_back({link, std::string(text, static_cast<size_t>(size))});
  }
  return shown;
}

UserLists ListUsers(const RootViewOptions& options) {
  const std::string uid = std::to_string(options.uid);
  return {"root:x:0:0:root:/:/usr/sbin/nologin\n" + options.user + ":x:" + uid + ":" + uid +
              "::" + options.home + ":" + options.shell + "\n",
          "root:x:0:\n" + options.user + ":x:" + uid + ":\n"};
}

std::vector<std::string> root_view::ReadablePaths(const RootViewOptions& options) {
  std::vector<std::string> paths = options.shown->real;
  for (const char* name : kEtcBinds) paths.push_back(std::string("/etc/") + name);
  for (const std::string& name : VersionedEtc()) paths.push_back("/etc/" + name);
  paths.insert(paths.end(), {"/etc/nsswitch.conf", "/sys/devices/system/cpu"});
  for (const char* name : kReadableProc) paths.push_back(std::string("/proc/") + name);
  return paths;
}

std::vector<std::string> root_view::DevicePaths() {
  std::vector<std::string> paths;
  for (const char* name : kDevices) paths.push_back(std::string("/dev/") + name);
  return paths;
}

Status root_view::Toolchains(const RootViewOptions& options) {
  for (const std::string& real : options.shown->real) {
    if (!BindInto(real, kStaging + real)) return ViewError("cannot show " + real);
  }
  for (const ShownPaths::Link& link : options.shown->links) {
    if (!MakeSymlink(link.text, kStaging + link.path)) {
      return ViewError("cannot link " + link.path);
    }
  }
  return {};
}

Status root_view::Etc(const RootViewOptions& options) {
  const std::string etc = kStaging + "/etc/";
  if (!MakeDirectories(etc + "ssl")) return ViewError("cannot make /etc");
  for (const char* name : kEtcBinds) {
    if (!BindInto(std::string("/etc/") + name, etc + name)) return ViewError(name);
  }
  for (const std::string& name : VersionedEtc()) {
    if (!BindInto("/etc/" + name, etc + name)) return ViewError(name);
  }
  const UserLists users = ListUsers(options);
  const bool made = MakeFile(etc + "passwd", users.passwd) &&
                    MakeFile(etc + "group", users.group) &&
                    MakeFile(etc + "hosts", "127.0.0.1 localhost box\n::1 localhost\n") &&
                    MakeFile(etc + "hostname", "box\n") &&
                    MakeFile(etc + "nsswitch.conf",
                             "passwd: files\ngroup: files\nhosts: files\n"
                             "services: files\nprotocols: files\n");
  if (!made) return ViewError("cannot write the box's own files");
  return {};
}

Status root_view::Devices(const RootViewOptions&) {
  const std::string dev = kStaging + "/dev/";
  if (!MakeDirectories(dev + "shm")) return ViewError("cannot make /dev");
  // A device on a read-only mount is written to as ever; but its times are the host's own inode's,
  // and whoever may write could set them for all boxes to read.
  const auto attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC | MOUNT_ATTR_RDONLY;
  for (const char* name : kDevices) {
    if (!MakeFile(dev + name, "") || !Bind(std::string("/dev/") + name, dev + name, attributes)) {
      return ViewError(name);
    }
  }
  const std::pair<const char*, const char*> links[] = {{"/proc/self/fd", "fd"},
                                                       {"/proc/self/fd/0", "stdin"},
                                                       {"/proc/self/fd/1", "stdout"},
                                                       {"/proc/self/fd/2", "stderr"}};
  for (const auto& [target, name] : links) {
    if (::symlink(target, (dev + name).c_str()) != 0) return ViewError(name);
  }
  return {};
}

Status root_view::TerminalDevices(const RootViewOptions&) {
  const std::string dev = kStaging + "/dev/";
  // Each process finds its own terminal behind it.
  const auto attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC | MOUNT_ATTR_RDONLY;
  if (!MakeDirectories(dev + "pts") || ::symlink("pts/ptmx", (dev + "ptmx").c_str()) != 0 ||
      !MakeFile(dev + "tty", "") || !Bind("/dev/tty", dev + "tty", attributes)) {
    return ViewError("cannot make the terminals' devices");
  }
  return {};
}

// Language runtimes count processors here; nothing else of /sys is shown.
Status root_view::Processors(const RootViewOptions&) {
  if (!BindInto("/sys/devices/system/cpu", kStaging + "/sys/devices/system/cpu")) {
    return ViewError("cannot show the processors");
  }
  return {};
}

}  // namespace assay
