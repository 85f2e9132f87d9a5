// In this order: names and where they lead (Locate), making things, taking them away.
#include "images/root_builder.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <memory>
#include <utility>

namespace assay {
namespace {

// Of a name, and of a folder below the root: what removes a tree holds each folder on the way open.
constexpr size_t kMostParts = 256;
// Of a folder as the host sees it, so that everything can be reached, and removed, by its path.
constexpr size_t kLongestFolder = 3500;
// Accounts above are given to boxes.
constexpr int64_t kLargestAccount = 65'535;
constexpr uid_t kNobody = 65'534;

Error Refused(std::string_view name, const std::string& why) {
  return Error{ErrorCode::kInvalidArgument, "images", 0,
               "'" + std::string(name.substr(0, 256)) + "' " + why};
}

Error Failed(std::string_view name, const char* doing) {
  return SystemError(
      "images", errno,
      std::string("cannot ") + doing + " '" + std::string(name.substr(0, 256)) + "' of the image");
}

// Its parts, without "." and slashes too many. Absolute names and ".." are refused.
Result<std::vector<std::string>> PartsOf(std::string_view name) {
  std::vector<std::string> parts;
  if (!name.empty() && name.front() == '/') return Refused(name, "is an absolute name");
  if (name.size() >= PATH_MAX) return Refused(name, "is too long a name");
  for (std::string_view rest = name; !rest.empty();) {
    const size_t slash = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, slash);
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") return Refused(name, "leads out of the image");
    if (part.size() > NAME_MAX) return Refused(name, "is too long a name");
    parts.emplace_back(part);
  }
  if (parts.size() > kMostParts) return Refused(name, "is too deep");
  return parts;
}

UniqueFd OpenInRoot(int root, const std::string& path) {
  open_how how{};
  how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS;
  return UniqueFd(static_cast<int>(::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how)));
}

std::string Joined(const std::vector<std::string>& parts, size_t count) {
  std::string path = ".";
  for (size_t i = 0; i < count; ++i) path += "/" + parts[i];
  return path;
}

// A folder's entries; `folder` may be a path descriptor.
Result<std::vector<std::string>> NamesOf(int folder) {
  const int fd = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct Close {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  const std::unique_ptr<DIR, Close> open(fd < 0 ? nullptr : ::fdopendir(fd));
  if (open == nullptr) return SystemError("images", errno, "cannot list a folder of the image");
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

// As the host sees it; empty: it has none that can be used.
std::string RealPath(int folder) {
  char real[PATH_MAX];
  const std::string self = "/proc/self/fd/" + std::to_string(folder);
  const ssize_t size = ::readlink(self.c_str(), real, sizeof real);
  return size < 0 ? std::string() : std::string(real, static_cast<size_t>(size));
}

UniqueFd OpenPlainFolder(int parent, const std::string& name) {
  return UniqueFd(::openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

}  // namespace

RootBuilder::RootBuilder(UniqueFd root, const ImageLimits& limits)
    : root_(std::move(root)), limits_(limits), owners_(::geteuid() == 0) {}

bool RootBuilder::IsLeftOut(std::string_view name) {
  const auto parts = PartsOf(name);
  return parts.ok() && parts->size() > 1 && parts->front() == "dev";
}

Status RootBuilder::Count() {
  if (++entries_ <= limits_.entries) return {};
  return Error{ErrorCode::kInvalidArgument, "images", 0,
               "the image has more than " + std::to_string(limits_.entries) + " entries"};
}

Result<UniqueFd> RootBuilder::OpenFolder(const std::vector<std::string>& parts, size_t count,
                                         bool make) {
  const std::string path = Joined(parts, count);
  UniqueFd folder = OpenInRoot(root_.get(), path);
  if (folder) return folder;
  if (errno != ENOENT || !make || count == 0) {
    Error error = Failed(path, "reach");
    // What the names of the image lead to, not what fails here.
    if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP || errno == EXDEV) {
      error.code = ErrorCode::kInvalidArgument;
    }
    return error;
  }
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd parent, OpenFolder(parts, count - 1, make));
  const std::string& name = parts[count - 1];
  ASSAY_RETURN_IF_ERROR(Count());
  if (::mkdirat(parent.get(), name.c_str(), 0755) != 0) {
    // A link to what isn't there.
    return Refused(path, "leads through a link to nowhere");
  }
  Note({parent.get(), name});
  folder = OpenPlainFolder(parent.get(), name);
  if (!folder) return Failed(path, "make");
  // Links lead deeper than names are long.
  const std::string real = RealPath(folder.get());
  const auto slashes = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '/');
  };
  if (real.empty() || real.size() > kLongestFolder ||
      slashes(real) - slashes(RealPath(root_.get())) > static_cast<ptrdiff_t>(kMostParts)) {
    return Refused(path, "is too deep");
  }
  return folder;
}

Result<RootBuilder::Place> RootBuilder::Locate(std::string_view name, bool make) {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> parts, PartsOf(name));
  if (parts.empty()) return Refused(name, "is no name");
  const std::string path = Joined(parts, parts.size() - 1);
  if (!folder_known_ || folder_path_ != path) {
    ASSAY_ASSIGN_OR_RETURN(folder_, OpenFolder(parts, parts.size() - 1, make));
    folder_path_ = path;
    folder_known_ = true;
  }
  return Place{folder_.get(), parts.back()};
}

std::string RootBuilder::KeyOf(int parent, std::string_view name) const {
  struct stat found {};
  ::fstat(parent, &found);
  return std::to_string(found.st_ino) + "/" + std::string(name);
}

void RootBuilder::Note(const Place& place) {
  if (!layers_) return;
  of_layer_.insert(KeyOf(place.parent, place.name));
}

// ---- making ----

Result<RootBuilder::Place> RootBuilder::Clear(std::string_view name) {
  ASSAY_RETURN_IF_ERROR(Count());
  ASSAY_ASSIGN_OR_RETURN(const Place place, Locate(name, true));
  if (::unlinkat(place.parent, place.name.c_str(), 0) != 0 && errno != ENOENT) {
    ASSAY_RETURN_IF_ERROR(RemoveTree(place.parent, place.name));
    return Locate(name, true);
  }
  return place;
}

Status RootBuilder::Finish(const Place& place, const NewEntry& entry) {
  const auto account = [](int64_t id) {
    return id >= 0 && id <= kLargestAccount ? static_cast<uid_t>(id) : kNobody;
  };
  const char* const name = place.name.c_str();
  struct stat found {};
  if (::fstatat(place.parent, name, &found, AT_SYMLINK_NOFOLLOW) != 0) return Failed(name, "find");
  if (owners_ && ::fchownat(place.parent, name, account(entry.uid), account(entry.gid),
                            AT_SYMLINK_NOFOLLOW) != 0) {
    return Failed(name, "give away");
  }
  // Nothing else changes the folder meanwhile, so what isn't a link now isn't one then.
  const mode_t kept = S_ISDIR(found.st_mode) ? 01777 : 0777;
  if (!S_ISLNK(found.st_mode) && ::fchmodat(place.parent, name, entry.mode & kept, 0) != 0) {
    return Failed(name, "set the mode of");
  }
  const timespec times[2] = {entry.modified, entry.modified};
  if (::utimensat(place.parent, name, times, AT_SYMLINK_NOFOLLOW) != 0 && errno != EINVAL) {
    return Failed(name, "date");
  }
  Note(place);
  return {};
}

Status RootBuilder::Directory(std::string_view name, const NewEntry& entry) {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> parts, PartsOf(name));
  if (parts.empty()) return Count();  // the root stays as it is
  ASSAY_ASSIGN_OR_RETURN(const Place place, Locate(name, true));
  struct stat found {};
  const char* const last = place.name.c_str();
  if (::fstatat(place.parent, last, &found, AT_SYMLINK_NOFOLLOW) == 0) {
    if (S_ISDIR(found.st_mode)) {
      ASSAY_RETURN_IF_ERROR(Count());
      return Finish(place, entry);
    }
    if (::unlinkat(place.parent, last, 0) != 0) return Failed(name, "replace");
  }
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd made, OpenFolder(parts, parts.size(), true));
  return Finish(place, entry);
}

Status RootBuilder::EnsureFolder(std::string_view name) {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> parts, PartsOf(name));
  const auto made = OpenFolder(parts, parts.size(), true);
  return made.ok() ? Status() : made.error();
}

Status RootBuilder::File(std::string_view name, const NewEntry& entry, int64_t size,
                         const Pieces& pieces) {
  const auto too_much = [this] {
    return Error{ErrorCode::kInvalidArgument, "images", 0,
                 "the image has more than " + std::to_string(limits_.bytes) + " bytes"};
  };
  if (size < 0 || size > limits_.bytes - bytes_) return too_much();
  ASSAY_ASSIGN_OR_RETURN(const Place place, Clear(name));
  const UniqueFd file(::openat(place.parent, place.name.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return Failed(name, "make");
  int64_t end = 0;
  for (;;) {
    ASSAY_ASSIGN_OR_RETURN(const std::optional<Piece> piece, pieces());
    if (!piece) break;
    if (piece->offset < 0 || piece->offset > limits_.bytes ||
        piece->offset + static_cast<int64_t>(piece->size) > limits_.bytes - bytes_) {
      return too_much();
    }
    for (size_t done = 0; done < piece->size;) {
      const ssize_t count =
          ::pwrite(file.get(), static_cast<const char*>(piece->bytes) + done, piece->size - done,
                   static_cast<off_t>(piece->offset) + static_cast<off_t>(done));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return Failed(name, "write");
      done += static_cast<size_t>(count);
    }
    end = std::max(end, piece->offset + static_cast<int64_t>(piece->size));
  }
  // A hole at its end.
  if (size > end && ::ftruncate(file.get(), size) != 0) return Failed(name, "write");
  bytes_ += std::max(size, end);
  return Finish(place, entry);
}

Status RootBuilder::Symlink(std::string_view name, const NewEntry& entry,
                            const std::string& target) {
  ASSAY_ASSIGN_OR_RETURN(const Place place, Clear(name));
  if (target.empty()) return Refused(name, "is a link to nothing");
  if (::symlinkat(target.c_str(), place.parent, place.name.c_str()) != 0) {
    return Failed(name, "link");
  }
  return Finish(place, entry);
}

Status RootBuilder::HardLink(std::string_view name, std::string_view target) {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> parts, PartsOf(target));
  if (parts.empty()) return Refused(name, "is a link to nothing");
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd folder, OpenFolder(parts, parts.size() - 1, false));
  struct stat found {};
  if (::fstatat(folder.get(), parts.back().c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) {
    return Refused(name, "is a link to '" + std::string(target.substr(0, 256)) +
                             "', which isn't in the image");
  }
  if (S_ISDIR(found.st_mode)) return Refused(name, "is a hard link to a folder");
  {
    ASSAY_ASSIGN_OR_RETURN(const Place place, Locate(name, true));
    struct stat there {};
    if (::fstatat(place.parent, place.name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
        there.st_ino == found.st_ino) {
      return {};  // to itself
    }
  }
  ASSAY_ASSIGN_OR_RETURN(const Place place, Clear(name));
  if (::linkat(folder.get(), parts.back().c_str(), place.parent, place.name.c_str(), 0) != 0) {
    return Failed(name, "link");
  }
  Note(place);
  return {};
}

Status RootBuilder::Pipe(std::string_view name, const NewEntry& entry) {
  ASSAY_ASSIGN_OR_RETURN(const Place place, Clear(name));
  if (::mkfifoat(place.parent, place.name.c_str(), 0600) != 0) return Failed(name, "make");
  return Finish(place, entry);
}

// ---- taking away ----

Status RootBuilder::RemoveTree(int parent, const std::string& name) {
  folder_known_ = false;  // perhaps it is in what goes
  const UniqueFd kept(std::move(folder_));
  const UniqueFd folder = OpenPlainFolder(parent, name);
  if (!folder) return Failed(name, "replace");
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> names, NamesOf(folder.get()));
  for (const std::string& each : names) {
    if (::unlinkat(folder.get(), each.c_str(), 0) != 0) {
      ASSAY_RETURN_IF_ERROR(RemoveTree(folder.get(), each));
    }
  }
  return ::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0 ? Status() : Failed(name, "replace");
}

Result<bool> RootBuilder::PruneIn(int folder) {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> names, NamesOf(folder));
  bool empty = true;
  for (const std::string& name : names) {
    ASSAY_ASSIGN_OR_RETURN(const bool gone, Prune(folder, name));
    empty = empty && gone;
  }
  return empty;
}

Result<bool> RootBuilder::Prune(int parent, const std::string& name) {
  const bool ours = of_layer_.count(KeyOf(parent, name)) != 0;
  const UniqueFd folder = OpenPlainFolder(parent, name);
  if (!folder) {
    if (ours) return false;
    if (::unlinkat(parent, name.c_str(), 0) != 0) return Failed(name, "remove");
    return true;
  }
  ASSAY_ASSIGN_OR_RETURN(const bool empty, PruneIn(folder.get()));
  if (ours || !empty) return false;
  if (::unlinkat(parent, name.c_str(), AT_REMOVEDIR) != 0) return Failed(name, "remove");
  return true;
}

Status RootBuilder::RemoveLower(std::string_view name) {
  ASSAY_RETURN_IF_ERROR(Count());
  const auto located = Locate(name, false);
  if (!located.ok()) {
    const int number = located.error().sys_errno;
    return number == ENOENT || number == ENOTDIR ? Status() : located.error();
  }
  struct stat found {};
  if (::fstatat(located->parent, located->name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) {
    return {};  // no lower layer has it
  }
  const auto pruned = Prune(located->parent, located->name);
  folder_known_ = false;
  return pruned.ok() ? Status() : pruned.error();
}

Status RootBuilder::RemoveLowerIn(std::string_view name) {
  ASSAY_RETURN_IF_ERROR(Count());
  ASSAY_ASSIGN_OR_RETURN(const std::vector<std::string> parts, PartsOf(name));
  const auto folder = OpenFolder(parts, parts.size(), false);
  if (!folder.ok()) {
    const int number = folder.error().sys_errno;
    return number == ENOENT || number == ENOTDIR ? Status() : folder.error();
  }
  folder_known_ = false;
  const auto pruned = PruneIn(folder->get());
  return pruned.ok() ? Status() : pruned.error();
}

}  // namespace assay
