#include "sandbox/cgroup/shared_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr int64_t kBlockBytes = 512;
// A path is as deep as its program likes; what is below is bounded by the number of files.
constexpr int kMostDepth = 256;

using Directory = std::unique_ptr<DIR, int (*)(DIR*)>;
using Inodes = std::set<std::pair<dev_t, ino_t>>;

Directory OpenAt(int parent, const char* name) {
  const int fd = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  return {fd < 0 ? nullptr : ::fdopendir(fd), &::closedir};
}

void AddFolder(const Directory& folder, int depth, int64_t most_files, FolderUse* use,
               Inodes* linked) {
  while (const dirent* entry = use->files <= most_files ? ::readdir(folder.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    struct stat info {};
    if (::fstatat(::dirfd(folder.get()), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    ++use->files;
    const bool again = !S_ISDIR(info.st_mode) && info.st_nlink > 1 &&
                       !linked->insert({info.st_dev, info.st_ino}).second;
    if (!again) use->bytes += info.st_blocks * kBlockBytes;
    if (!S_ISDIR(info.st_mode)) continue;
    const Directory below = OpenAt(::dirfd(folder.get()), entry->d_name);
    // One that its owner may fill and not read, or too deep, could hold anything; another has gone.
    const bool hidden = below == nullptr && errno == EACCES && (info.st_mode & 0300) == 0300;
    if (depth >= kMostDepth || hidden) {
      use->files = most_files + 1;
      return;
    }
    if (below != nullptr) AddFolder(below, depth + 1, most_files, use, linked);
  }
}

// A process whose first thread has ended has its descriptors below another; one that has ended has
// none.
Directory OpenDescriptors(int proc, pid_t pid, bool* hidden) {
  const std::string folder = std::to_string(pid);
  Directory descriptors = OpenAt(proc, (folder + "/fd").c_str());
  if (descriptors != nullptr || errno != EACCES) return descriptors;
  std::string thread = folder;
  const Directory threads = OpenAt(proc, (folder + "/task").c_str());
  while (const dirent* entry = threads != nullptr ? ::readdir(threads.get()) : nullptr) {
    if (entry->d_name[0] == '.' || folder == entry->d_name) continue;
    thread = folder + "/task/" + entry->d_name;
    descriptors = OpenAt(proc, (thread + "/fd").c_str());
    if (descriptors != nullptr) return descriptors;
  }
  const auto status = ReadSmallFile(proc, (thread + "/status").c_str());
  // One on its way out has no memory any more, and is closed for that.
  if (status.ok() && status->find("\nVmSize:") != std::string::npos) *hidden = true;
  return descriptors;
}

}  // namespace

FolderUse UseOfFolder(const char* path, int64_t most_files) {
  FolderUse use;
  const Directory folder = OpenAt(AT_FDCWD, path);
  struct statx info {};
  if (folder == nullptr ||
      ::statx(::dirfd(folder.get()), "", AT_EMPTY_PATH, STATX_MNT_ID, &info) != 0) {
    return use;
  }
  use.mount = info.stx_mnt_id;
  Inodes linked;
  AddFolder(folder, 0, most_files, &use, &linked);
  return use;
}

OpenUse UseOfDescriptors(int proc, const std::vector<pid_t>& run, uint64_t mount) {
  constexpr unsigned kWanted = STATX_BASIC_STATS | STATX_MNT_ID;
  OpenUse use;
  Inodes seen;
  for (const pid_t pid : run) {
    const Directory folder = OpenDescriptors(proc, pid, &use.hidden);
    while (const dirent* entry = folder != nullptr ? ::readdir(folder.get()) : nullptr) {
      struct statx info {};
      if (entry->d_name[0] == '.' ||
          ::statx(::dirfd(folder.get()), entry->d_name, 0, kWanted, &info) != 0 ||
          !seen.insert({::gnu_dev_makedev(info.stx_dev_major, info.stx_dev_minor), info.stx_ino})
               .second) {
        continue;
      }
      use.sockets += S_ISSOCK(info.stx_mode);
      if (S_ISREG(info.stx_mode) && info.stx_nlink == 0 && info.stx_mnt_id == mount) {
        use.nameless_bytes += static_cast<int64_t>(info.stx_blocks) * kBlockBytes;
      }
    }
  }
  return use;
}

}  // namespace assay
