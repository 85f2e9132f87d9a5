#include "store/hidden_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string_view>

#include "base/fd.h"

namespace assay {
namespace {

constexpr size_t kNameBytes = 16;

bool IsHiddenName(std::string_view name) {
  return name.size() == 2 * kNameBytes &&
         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// The first by name, should there be several; empty: none.
std::string FindHidden(const std::string& directory) {
  const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(directory.c_str()), &::closedir);
  std::string first;
  while (const dirent* item = dir ? ::readdir(dir.get()) : nullptr) {
    const std::string name = item->d_name;
    struct stat info = {};
    if (!IsHiddenName(name) || (!first.empty() && first < name) ||
        ::fstatat(::dirfd(dir.get()), item->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISDIR(info.st_mode)) {
      continue;
    }
    first = name;
  }
  return first;
}

Result<std::string> NewName() {
  unsigned char bytes[kNameBytes];
  if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) {
    return SystemError("store.getrandom", errno, "cannot choose a name");
  }
  std::string name;
  for (const unsigned char byte : bytes) {
    name += "0123456789abcdef"[byte >> 4];
    name += "0123456789abcdef"[byte & 15];
  }
  return name;
}

}  // namespace

Result<std::string> HiddenFolder(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return SystemError("store.mkdir", error.value(), directory);
  const UniqueFd outer(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!outer) return SystemError("store.opendir", errno, directory);
  // Two servers that start at the same moment. Where the file system has no locks, each may make
  // one, and all take the same from their next start on.
  ::flock(outer.get(), LOCK_EX);
  std::string name = FindHidden(directory);
  if (name.empty()) {
    ASSAY_ASSIGN_OR_RETURN(name, NewName());
    if (::mkdirat(outer.get(), name.c_str(), 0700) != 0) {
      return SystemError("store.mkdir", errno, directory);
    }
    ::fsync(outer.get());
  }
  return directory + "/" + name;
}

}  // namespace assay
