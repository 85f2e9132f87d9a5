#include "sandbox/view/live_view.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "base/fd.h"
#include "sandbox/view/furniture.h"
#include "sandbox/view/mounts.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// Sticky, as /tmp is everywhere: what is root's there, /etc and the mount points, stays where it
// is.
constexpr const char* kOpenPlaces[] = {"",     "/tmp", "/var/tmp", "/dev/shm",
                                       "/run", "/mnt", "/srv",     "/opt"};
// The box's, whose contents no program may change.
constexpr const char* kOwnPlaces[] = {"/dev", "/etc"};
// The host has 4096 for all by default.
constexpr const char* kTerminalOptions = "newinstance,ptmxmode=0666,mode=0620,max=16";

constexpr size_t kMostOfUsers = 1 << 20;

std::string SizeOptions(int64_t bytes, int64_t files) {
  return "size=" + std::to_string(bytes + kOwnFilesBytes) +
         ",nr_inodes=" + std::to_string(files + kOwnFiles);
}

// An image is what somebody brought along: where it has a link, or anything that isn't a folder, in
// the place of a folder of ours, it gets a folder. Nothing that runs could change it meanwhile.
bool PlainDirectories(const std::string& below) {
  for (size_t slash = below.find('/', 1);; slash = below.find('/', slash + 1)) {
    const std::string path = kStaging + below.substr(0, slash);
    struct stat info {};
    const bool there = ::lstat(path.c_str(), &info) == 0;
    if (there && !S_ISDIR(info.st_mode) && ::unlink(path.c_str()) != 0) return false;
    if (!(there && S_ISDIR(info.st_mode)) && ::mkdir(path.c_str(), 0755) != 0) return false;
    if (slash == std::string::npos) return true;
  }
}

// The files in which images say who there is, with the box's user among them.
bool AddLine(const std::string& file, const std::string& line) {
  const std::string path = kStaging + "/etc/" + file;
  std::string text;
  UniqueFd old(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat info {};
  if (old && ::fstat(old.get(), &info) == 0 && S_ISREG(info.st_mode)) {
    char piece[4096];
    for (ssize_t count = 0; (count = ::read(old.get(), piece, sizeof piece)) > 0;) {
      text.append(piece, static_cast<size_t>(count));
      if (text.size() > kMostOfUsers) return false;
    }
  }
  if (!text.empty() && text.back() != '\n') text += '\n';
  return (::unlink(path.c_str()) == 0 || errno == ENOENT) && MakeFile(path, text + line + "\n");
}

// Of the image with a file system of the box's own on top.
Status ImageRoot(const RootViewOptions& options) {
  const std::string upper = kStaging + "/upper", work = kStaging + "/work";
  if (!MakeDirectories(upper) || !MakeDirectories(work)) return ViewError("cannot make folders");
  UniqueFd overlay(::fsopen("overlay", FSOPEN_CLOEXEC));
  const auto set = [&overlay](const char* name, const std::string& value) {
    return ::fsconfig(overlay.get(), FSCONFIG_SET_STRING, name, value.c_str(), 0) == 0;
  };
  // Named from where it is: programs of the box find the name in their list of mounts.
  if (::chdir(options.image.c_str()) != 0) return ViewError("cannot enter the image");
  if (!overlay || !set("source", "box") || !set("lowerdir", ".") || !set("upperdir", upper) ||
      !set("workdir", work) ||
      // What a layer notes of the one below: an ordinary user may not in the usual place.
      (options.one_user &&
       ::fsconfig(overlay.get(), FSCONFIG_SET_FLAG, "userxattr", nullptr, 0) != 0) ||
      ::fsconfig(overlay.get(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) {
    return ViewError("cannot lay the box's files over the image");
  }
  UniqueFd mount(::fsmount(overlay.get(), FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV));
  if (!mount ||
      ::move_mount(mount.get(), "", AT_FDCWD, kStaging.c_str(), MOVE_MOUNT_F_EMPTY_PATH) != 0) {
    return ViewError("cannot mount the image");
  }
  for (const char* place : {"/etc", "/dev/shm", "/dev/pts", "/proc", "/sys/devices/system/cpu",
                            "/tmp", "/var/tmp", "/run", "/mnt", "/srv", "/opt"}) {
    if (!PlainDirectories(place)) return ViewError(place);
  }
  return PlainDirectories(options.home) ? Status() : ViewError(options.home);
}

// What the box says of itself, in place of what its image says.
Status ImageEtc(const RootViewOptions& options) {
  const std::string uid = std::to_string(options.uid);
  struct stat info {};
  const bool has_shell = ::lstat((kStaging + options.shell).c_str(), &info) == 0;
  for (const char* name : {"hosts", "hostname", "resolv.conf"}) {
    if (::unlink((kStaging + "/etc/" + name).c_str()) != 0 && errno != ENOENT) {
      return ViewError(name);
    }
  }
  if (!AddLine("passwd", options.user + ":x:" + uid + ":" + uid + "::" + options.home + ":" +
                             (has_shell ? options.shell : "/bin/sh")) ||
      !AddLine("group", options.user + ":x:" + uid + ":") ||
      !MakeFile(kStaging + "/etc/hosts", "127.0.0.1 localhost box\n::1 localhost\n") ||
      !MakeFile(kStaging + "/etc/hostname", "box\n")) {
    return ViewError("cannot write the box's own files");
  }
  return {};
}

// Devices are of ours whatever the image has in their place.
bool ClearDevices() {
  for (const char* name : {"null", "zero", "full", "random", "urandom", "fd", "stdin", "stdout",
                           "stderr", "ptmx", "tty"}) {
    const std::string path = kStaging + "/dev/" + name;
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) return false;
  }
  return true;
}

}  // namespace

Status live_view::Root(const RootViewOptions& options) {
  const std::string data =
      SizeOptions(options.scratch_bytes, options.scratch_inodes) + ",mode=0755";
  if (::mount("box", kStaging.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, data.c_str()) != 0) {
    return ViewError("cannot mount the new root");
  }
  if (options.furnished) return PutFurniture(options);
  return options.image.empty() ? Status() : ImageRoot(options);
}

Status live_view::Toolchains(const RootViewOptions& options) {
  return options.image.empty() ? root_view::Toolchains(options) : Status();
}

Status live_view::Etc(const RootViewOptions& options) {
  if (options.furnished) return {};
  return options.image.empty() ? root_view::Etc(options) : ImageEtc(options);
}

Status live_view::Devices(const RootViewOptions& options) {
  if (options.furnished) return {};
  if (!options.image.empty() && !ClearDevices()) return ViewError("/dev");
  return root_view::Devices(options);
}

Status live_view::Terminals(const RootViewOptions& options) {
  if (!options.furnished) ASSAY_RETURN_IF_ERROR(root_view::TerminalDevices(options));
  if (::mount("devpts", (kStaging + "/dev/pts").c_str(), "devpts", MS_NOSUID | MS_NOEXEC,
              kTerminalOptions) != 0) {
    return ViewError("cannot mount terminals");
  }
  return {};
}

Status live_view::Processors(const RootViewOptions& options) {
  return options.furnished ? Status() : root_view::Processors(options);
}

Status live_view::Places(const RootViewOptions& options) {
  for (const char* place : kOpenPlaces) {
    const std::string path = kStaging + place;
    if (!MakeDirectories(path)) return ViewError(path);
    // A place where toolchains of the host are shown stays as it is.
    if (::chmod(path.c_str(), 01777) != 0 && errno != EROFS) return ViewError(path);
  }
  const auto uid = static_cast<uid_t>(options.uid);
  const std::string home = kStaging + options.home;
  if (!MakeDirectories(home)) return ViewError(home);
  if (!options.one_user && ::chown(home.c_str(), uid, uid) != 0) return ViewError(home);
  return {};
}

Status live_view::OwnMounts(const RootViewOptions&) {
  for (const char* place : kOwnPlaces) {
    const std::string path = kStaging + place;
    if (!MakeDirectories(path) || !Bind(path, path, 0)) return ViewError(path);
  }
  return {};
}

Status live_view::ReadOnlyOwn(const RootViewOptions&) {
  const std::string memory = kStaging + "/dev/shm";
  if (!Bind(memory, memory, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)) return ViewError(memory);
  for (const char* place : kOwnPlaces) {
    const std::string path = kStaging + place;
    if (!AddMountAttributes(path, MOUNT_ATTR_RDONLY)) return ViewError(path);
  }
  return {};
}

Status live_view::Network(const RootViewOptions&) {
  ASSAY_RETURN_IF_ERROR(BringLoopbackUp());
  // The network is the box's own, so all of its ports are.
  if (!WriteSmallFile(AT_FDCWD, "/proc/sys/net/ipv4/ip_unprivileged_port_start", "0")) {
    return ViewError("cannot open the lower ports");
  }
  return {};
}

Status live_view::ReadOnlyProc(const RootViewOptions&) {
  return AddMountAttributes("/proc", MOUNT_ATTR_RDONLY) ? Status() : ViewError("/proc");
}

Status live_view::Resize(int64_t bytes, int64_t files) {
  if (::mount(nullptr, "/", nullptr, MS_REMOUNT | MS_NOSUID | MS_NODEV,
              SizeOptions(bytes, files).c_str()) == 0) {
    return {};
  }
  return SystemError("sandbox.disk_limit", errno, "cannot bound the files");
}

}  // namespace assay
