#include "sandbox/files/file_ops.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "sandbox/files/copy_tree.h"
#include "sandbox/files/file_protocol.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

// False: it is gone meanwhile, or what the kernel says of it is no answer.
bool Describe(int directory, const char* name, FileInfo* info) {
  struct stat found {};
  if (::fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW) != 0) return false;
  info->kind = KindOf(found.st_mode);
  info->bytes = found.st_size;
  info->mode = found.st_mode & 07777;
  info->modified_ns = found.st_mtim.tv_sec * 1'000'000'000LL + found.st_mtim.tv_nsec;
  if (info->kind == FileKind::kLink) {
    char target[PATH_MAX];
    const ssize_t size = ::readlinkat(directory, name, target, sizeof target - 1);
    if (size < 0) return false;
    info->link_target.assign(target, static_cast<size_t>(size));
  }
  return true;
}

}  // namespace

FileKind KindOf(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::kFile;
  if (S_ISDIR(mode)) return FileKind::kDirectory;
  if (S_ISLNK(mode)) return FileKind::kLink;
  return FileKind::kOther;
}

Result<FileInfo> StatFile(const std::string& path) {
  FileInfo info;
  if (!Describe(AT_FDCWD, path.c_str(), &info)) return PathFault(errno, "look at", path);
  return info;
}

int OpenBelow(int top, const std::string& relative, int flags) {
  return OpenAt2(top, relative.c_str(), flags, 0, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
}

Result<std::vector<std::string>> NamesIn(UniqueFd directory) {
  std::unique_ptr<DIR, CloseDirectory> open(::fdopendir(directory.get()));
  if (open == nullptr) return FileFault(errno, "cannot read a directory");
  directory.Release();
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(open.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
    if (names.size() > static_cast<size_t>(kMaxListedFiles)) {
      return FileFault(EOVERFLOW, "more than 100000 files");
    }
    errno = 0;
  }
  if (errno != 0) return FileFault(errno, "cannot read a directory");
  std::sort(names.begin(), names.end());
  return names;
}

Status ListDirectory(const std::string& path, int depth,
                     const std::function<Status(const FileInfo&)>& take) {
  const UniqueFd top(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK));
  if (!top) return PathFault(errno, "list", path);
  struct Level {
    std::string name;  // relative; empty: the top
    int depth;         // of its entries
  };
  std::deque<Level> waiting = {{"", 1}};
  int count = 0;
  while (!waiting.empty()) {
    const Level level = std::move(waiting.front());
    waiting.pop_front();
    UniqueFd directory(OpenBelow(top.get(), level.name.empty() ? "." : level.name,
                                 O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK));
    // One below that is gone or closed to the user has no entries to tell of.
    if (!directory && !level.name.empty()) continue;
    if (!directory) return PathFault(errno, "list", path);
    const UniqueFd same(::fcntl(directory.get(), F_DUPFD_CLOEXEC, 0));
    if (!same) return PathFault(errno, "list", path);
    ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> names, NamesIn(std::move(directory)));
    for (const std::string& name : names) {
      FileInfo info;
      if (!Describe(same.get(), name.c_str(), &info)) continue;
      info.path = level.name.empty() ? name : level.name + "/" + name;
      if (info.path.size() >= PATH_MAX) continue;
      if (++count > kMaxListedFiles) return FileFault(EOVERFLOW, "more than 100000 files");
      if (info.kind == FileKind::kDirectory && level.depth < depth) {
        waiting.push_back({info.path, level.depth + 1});
      }
      ASSAY_RETURN_IF_ERROR(take(info));
    }
  }
  return {};
}

Result<bool> MakeWithParents(const std::string& path) {
  bool made = false;
  for (size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string part = path.substr(0, end);
    made = ::mkdir(part.c_str(), 0755) == 0;
    if (made) continue;
    const int number = errno;
    struct stat found {};
    // Of what is there already the kernel may say that it is read-only, or that it may not.
    if (::stat(part.c_str(), &found) != 0) {
      return PathFault(number == EEXIST ? errno : number, "make the directory", path);
    }
    if (!S_ISDIR(found.st_mode)) {
      return PathFault(end == std::string::npos ? EEXIST : ENOTDIR, "make the directory", path);
    }
  }
  return made;
}

Status MakeParents(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash == 0) return {};
  const auto made = MakeWithParents(path.substr(0, slash));
  if (!made.ok()) return made.error();
  return {};
}

Status MoveFile(const std::string& from, const std::string& to) {
  struct stat found {};
  if (::lstat(from.c_str(), &found) != 0) return PathFault(errno, "move", from);
  ASSAY_RETURN_IF_ERROR(MakeParents(to));
  if (::rename(from.c_str(), to.c_str()) == 0) return {};
  if (errno != EXDEV) return PathFault(errno, "move", from);
  // A directory isn't copied into itself: through another mount the kernel can't see that it is.
  if (to.compare(0, from.size() + 1, from + "/") == 0) return PathFault(EINVAL, "move", from);
  // As rename does: what is there is replaced, a directory only when it is empty.
  std::error_code error;
  std::filesystem::remove(to, error);
  if (error) return PathFault(error.value(), "move", from);
  if (const Status copied = CopyTree(from, to); !copied.ok()) {
    std::filesystem::remove_all(to, error);
    return copied;
  }
  return RemoveTree(from);
}

Status RemoveTree(const std::string& path) {
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0) return PathFault(errno, "remove", path);
  std::error_code error;
  std::filesystem::remove_all(path, error);
  if (error) return PathFault(error.value(), "remove", path);
  return {};
}

}  // namespace assay
