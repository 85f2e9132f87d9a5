#include "sandbox/broker/run_modes.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/fd.h"
#include "runner/box_paths.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr mode_t kPermissions = 0777;
// Of a directory, which its owner may always list and search.
constexpr mode_t kListed = 0500;

UniqueFd OpenBelow(int directory, const std::string& path, uint64_t resolve) {
  return UniqueFd(OpenAt2(directory, path.c_str(), O_PATH, 0,
                          RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | resolve));
}

// Of those that tell about the run's own files only.
bool IsPathsFault(int error) {
  return error == ENOENT || error == ENOTDIR || error == ELOOP || error == ENAMETOOLONG;
}

bool IsSame(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

}  // namespace

int RunModes::Change(std::string_view path, mode_t mode) const {
  if (folder_.empty() || path.substr(0, folder_.size()) != folder_) return 0;
  path.remove_prefix(folder_.size());
  for (const std::string_view place : kWritablePlaces) {
    if (path.substr(0, place.size()) != place || path.size() <= place.size() ||
        path[place.size()] != '/') {
      continue;
    }
    std::string below(path.substr(place.size()));
    below.erase(0, below.find_first_not_of('/'));
    const UniqueFd folder(::open(folder_.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const UniqueFd top = OpenBelow(folder.get(), std::string(place.substr(1)), RESOLVE_NO_SYMLINKS);
    if (!top || below.empty()) return 0;
    const UniqueFd file = OpenBelow(top.get(), below, 0);
    if (!file) return IsPathsFault(errno) ? errno : 0;
    struct stat top_info {
    }, info{};
    if (::fstat(top.get(), &top_info) != 0 || ::fstat(file.get(), &info) != 0 ||
        IsSame(top_info, info) || (!S_ISDIR(info.st_mode) && !S_ISREG(info.st_mode))) {
      return 0;
    }
    mode &= kPermissions;
    if (S_ISDIR(info.st_mode)) mode |= kListed;
    ::chmod(("/proc/self/fd/" + std::to_string(file.get())).c_str(), mode);
    return 0;
  }
  return 0;
}

}  // namespace assay
