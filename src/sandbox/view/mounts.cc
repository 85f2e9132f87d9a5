#include "sandbox/view/mounts.h"

#include <fcntl.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "base/fd.h"
#include "sandbox/wire/sys.h"

namespace assay {

bool IsBelow(const std::string& path, const std::string& directory) {
  return path == directory ||
         (path.size() > directory.size() && path.compare(0, directory.size(), directory) == 0 &&
          path[directory.size()] == '/');
}

// From below: most of what is made has its parent already.
bool MakeDirectories(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST) return true;
  const size_t slash = path.rfind('/');
  if (errno != ENOENT || slash == 0 || slash == std::string::npos) return false;
  return MakeDirectories(path.substr(0, slash)) &&
         (::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST);
}

namespace {

bool MakeParents(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos || MakeDirectories(path.substr(0, slash));
}

}  // namespace

bool MakeFile(const std::string& path, std::string_view contents) {
  UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  return fd && (contents.empty() || WriteSmallFd(fd.get(), contents));
}

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

bool AddMountAttributes(const std::string& path, uint64_t attributes) {
  mount_attr attr{};
  attr.attr_set = attributes;
  return ::syscall(SYS_mount_setattr, AT_FDCWD, path.c_str(), 0, &attr, sizeof attr) == 0;
}

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
  return Bind(source, target, kReadOnlyMount);
}

bool MakeSymlink(const std::string& text, const std::string& path) {
  return MakeParents(path) && (::symlink(text.c_str(), path.c_str()) == 0 || errno == EEXIST);
}

Status BringLoopbackUp() {
  UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  request.ifr_name[0] = 'l';
  request.ifr_name[1] = 'o';
  request.ifr_flags = IFF_UP;
  if (!socket || ::ioctl(socket.get(), SIOCSIFFLAGS, &request) != 0) {
    return ViewError("cannot bring the loopback interface up");
  }
  return {};
}

Error ViewError(std::string message) {
  return SystemError("sandbox.view", errno, std::move(message));
}

}  // namespace assay
