#include "sandbox/contain/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/fsuid.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runner/box_paths.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr uint64_t kInside = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
// More leftovers than this cost more to remove than a new box.
constexpr int kMaxWipedEntries = 4096;
constexpr int kMaxWipedDepth = 32;
// More placed files than this are not remembered one by one.
constexpr size_t kMostRemembered = 64;
constexpr long kTmpfs = 0x01021994;  // its magic number
constexpr size_t kMaxCollectedNames = 4096;

Status Fail(const std::string& path, const char* what) {
  const int error = errno;
  Error result = SystemError("sandbox.input_file", error, path + ": " + what);
  // Shapes of the request, not of the host: a file where a directory is needed, a name too long,
  // more than the box holds.
  if (error == ENOTDIR || error == EISDIR || error == EEXIST || error == ENAMETOOLONG ||
      error == ENOSPC) {
    result.code = ErrorCode::kInvalidArgument;
  }
  return result;
}

// Entries of a directory without "." and "..", at most `limit` + 1 of them.
std::vector<std::string> Entries(int directory, size_t limit) {
  std::vector<std::string> names;
  ::lseek(directory, 0, SEEK_SET);
  alignas(dirent64) char buffer[8192];
  while (names.size() <= limit) {
    const long size = ::syscall(SYS_getdents64, directory, buffer, sizeof buffer);
    if (size <= 0) break;
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
      at += entry->d_reclen;
    }
  }
  return names;
}

bool WipeDirectory(int directory, int depth, int& budget) {
  if (depth > kMaxWipedDepth) return false;
  const auto names = Entries(directory, static_cast<size_t>(budget));
  budget -= static_cast<int>(names.size());
  if (budget < 0) return false;
  for (const std::string& name : names) {
    if (::unlinkat(directory, name.c_str(), 0) == 0) continue;
    if (errno != EISDIR) return false;
    UniqueFd child(
        ::openat(directory, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!child || !WipeDirectory(child.get(), depth + 1, budget)) return false;
    child.Reset();
    if (::unlinkat(directory, name.c_str(), AT_REMOVEDIR) != 0) return false;
  }
  return true;
}

bool CopyAll(int from, int to) {
  off_t offset = 0;
  for (;;) {
    const ssize_t count = ::sendfile(to, from, &offset, 1 << 30);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) return true;
  }
}

bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

// Of the places in every run, to the second: 2000-01-01.
constexpr time_t kPlaceTime = 946684800;

// The number that the file system gives to a new file, which it counts up; 0: it has no room.
uint64_t TakeInodeNumber(int directory) {
  UniqueFd probe(::openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  struct stat info {};
  return probe && ::fstat(probe.get(), &info) == 0 ? info.st_ino : 0;
}

// The candidate's rights for opening files; root's come back at the end of the scope.
class AsCandidate {
 public:
  explicit AsCandidate(int uid) {
    ::setfsgid(static_cast<gid_t>(uid));
    ::setfsuid(static_cast<uid_t>(uid));
  }
  ~AsCandidate() {
    ::setfsuid(0);
    ::setfsgid(0);
  }
};

}  // namespace

bool MatchesPattern(std::string_view pattern, std::string_view name) {
  size_t p = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

Result<Scratch> Scratch::Open(int candidate_uid, const std::string& folder) {
  Scratch scratch;
  scratch.uid_ = candidate_uid;
  scratch.among_others_ = !folder.empty();
  for (const char* place : kWritablePlaces) {
    UniqueFd fd(::open((folder + place).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!fd) return SystemError("sandbox.scratch", errno, place);
    // The size of a directory follows the number of its entries there, up and down.
    struct stat info {};
    struct statfs system {};
    if (::fstatfs(fd.get(), &system) == 0 && system.f_type == kTmpfs &&
        ::fstat(fd.get(), &info) == 0 && Entries(fd.get(), 0).empty()) {
      scratch.empty_size_.push_back(info.st_size);
    }
    scratch.places_.push_back(std::move(fd));
  }
  if (scratch.empty_size_.size() < scratch.places_.size()) scratch.empty_size_.clear();
  return scratch;
}

Status Scratch::Place(const OrderFile& file, int contents) {
  if (placed_.size() <= kMostRemembered) placed_.emplace_back(file.place, file.path);
  int folder = places_[static_cast<size_t>(file.place)].get();
  UniqueFd parent;
  std::string_view rest = file.path;
  for (size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
    const std::string name(rest.substr(0, slash));
    rest.remove_prefix(slash + 1);
    if (::mkdirat(folder, name.c_str(), 0755) == 0) {
      if (::fchownat(folder, name.c_str(), static_cast<uid_t>(uid_), static_cast<gid_t>(uid_),
                     AT_SYMLINK_NOFOLLOW) != 0) {
        return Fail(file.path, "cannot hand over a directory");
      }
    } else if (errno != EEXIST) {
      return Fail(file.path, "cannot make a directory");
    }
    UniqueFd next(OpenAt2(folder, name.c_str(), O_RDONLY | O_DIRECTORY, 0, kInside));
    if (!next) return Fail(file.path, "cannot enter a directory");
    parent = std::move(next);
    folder = parent.get();
  }
  const std::string name(rest);
  const mode_t mode = file.executable ? 0755 : 0644;
  UniqueFd fd(OpenAt2(folder, name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, mode, kInside));
  if (!fd) return Fail(file.path, "cannot create");
  if (!(contents >= 0 ? CopyAll(contents, fd.get()) : WriteAll(fd.get(), file.bytes))) {
    return Fail(file.path, "cannot write");
  }
  if (::fchown(fd.get(), static_cast<uid_t>(uid_), static_cast<gid_t>(uid_)) != 0) {
    return Fail(file.path, "cannot hand over");
  }
  struct stat info {};
  if (::fstat(fd.get(), &info) == 0) {
    placed_inode_ = std::max<uint64_t>(placed_inode_, info.st_ino);
  }
  return {};
}

// Never through a link, so never out of what the name says; where the host's files are around, not
// out of the places either.
UniqueFd Scratch::Find(const std::string& name, int flags) const {
  const int work = places_[0].get();
  if (!among_others_) {
    return UniqueFd(
        OpenAt2(work, name.c_str(), flags, 0, RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS));
  }
  const auto inside = ParseBoxPath(name);
  if (!inside.ok()) return {};
  const int place = places_[static_cast<size_t>(inside->place)].get();
  return UniqueFd(OpenAt2(place, inside->path.c_str(), flags, 0, kInside));
}

void Scratch::Collect(const std::vector<std::string>& names, const Take& take) const {
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    if (name.find('*') == std::string::npos) {
      wanted.push_back(name);
      continue;
    }
    // Only the last part of a path may be a pattern.
    const size_t start = name.rfind('/') + 1;
    const std::string folder = name.substr(0, start);
    UniqueFd opened;
    if (start > 0) {
      opened.Reset(OpenAt2(work_directory(), folder.c_str(), O_RDONLY | O_DIRECTORY, 0, kInside));
      if (!opened) continue;
    }
    for (const std::string& entry :
         Entries(opened ? opened.get() : work_directory(), kMaxCollectedNames)) {
      if (MatchesPattern(std::string_view(name).substr(start), entry)) {
        wanted.push_back(folder + entry);
      }
    }
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  if (wanted.size() > kMaxCollectedNames) wanted.resize(kMaxCollectedNames);
  AsCandidate rights(uid_);
  for (const std::string& name : wanted) {
    // O_NONBLOCK so that a FIFO put in a file's place can't stop us.
    UniqueFd fd = Find(name, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    struct stat info {};
    if (!fd || ::fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
    if (!take(name, fd.get(), info.st_size)) return;
  }
}

void Scratch::SetPlaceTimes() {
  const timespec times[2] = {{kPlaceTime, 0}, {kPlaceTime, 0}};
  for (const UniqueFd& place : places_) ::futimens(place.get(), times);
}

Status Scratch::Renew() {
  kept_ = false;
  for (const auto& [place, name] : placed_) {
    const int folder = places_[static_cast<size_t>(place)].get();
    if (::utimensat(folder, name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW) != 0) {
      return SystemError("sandbox.scratch", errno, "what was placed is gone");
    }
  }
  SetPlaceTimes();
  return {};
}

void Scratch::Settle() {
  SetPlaceTimes();
  ++settled_;
  // What was placed last and is new has the highest number there is.
  const bool new_ones = taken_inode_ != 0 && placed_inode_ > taken_inode_;
  taken_inode_ = new_ones ? placed_inode_ : TakeInodeNumber(places_[0].get());
  next_inode_ = taken_inode_ == 0 ? 0 : taken_inode_ + 1;
}

bool Scratch::Touched() {
  as_placed_ = false;
  // Of a run before the last one the times tell nothing.
  bool as_placed = settled_ == 1 && !empty_size_.empty() && placed_.size() <= kMostRemembered;
  for (size_t i = 0; i < places_.size(); ++i) {
    struct stat info {};
    if (::fstat(places_[i].get(), &info) != 0 || info.st_mtim.tv_sec != kPlaceTime) return true;
    if (!as_placed) continue;
    const bool holds_placed = std::any_of(placed_.begin(), placed_.end(), [i](const auto& placed) {
      return placed.first == static_cast<int>(i);
    });
    as_placed = holds_placed || info.st_size == empty_size_[i];
  }
  // Files without a name change no directory.
  taken_inode_ = TakeInodeNumber(places_[0].get());
  if (next_inode_ == 0 || taken_inode_ != next_inode_) return true;
  as_placed_ = as_placed;
  return false;
}

bool Scratch::TakePlaced() {
  if (!as_placed_) return false;
  for (const auto& [place, name] : placed_) {
    const int folder = places_[static_cast<size_t>(place)].get();
    if (name.find('/') != std::string::npos || ::unlinkat(folder, name.c_str(), 0) != 0) {
      return false;
    }
  }
  for (size_t i = 0; i < places_.size(); ++i) {
    struct stat info {};
    const bool held_placed = std::any_of(placed_.begin(), placed_.end(), [i](const auto& placed) {
      return placed.first == static_cast<int>(i);
    });
    if (held_placed && (::fstat(places_[i].get(), &info) != 0 || info.st_size != empty_size_[i])) {
      return false;
    }
  }
  return true;
}

bool Scratch::Wipe() {
  const bool quickly = TakePlaced();
  kept_ = false;
  placed_.clear();
  settled_ = 0;
  as_placed_ = false;
  if (quickly) return true;
  int budget = kMaxWipedEntries;
  for (const UniqueFd& place : places_) {
    if (!WipeDirectory(place.get(), 0, budget)) return false;
  }
  return true;
}

}  // namespace assay
