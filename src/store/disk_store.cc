#include "store/disk_store.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <tuple>

#include "base/check.h"
#include "base/fd.h"
#include "base/io_thread.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "store/hidden_folder.h"
#include "store/packed.h"

namespace assay {
namespace {

constexpr std::string_view kTemporary = "tmp.";
// A temporary file older than this belongs to a write that will never end.
constexpr time_t kStaleSeconds = 3600;

// Not through a link, and regular files only: the folder may hold what others put there.
Result<std::string> ReadEntry(const std::string& path, int64_t max_bytes) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!fd) return SystemError("store.open", errno, path);
  struct stat info = {};
  if (::fstat(fd.get(), &info) != 0) return SystemError("store.stat", errno, path);
  if (!S_ISREG(info.st_mode)) return SystemError("store.stat", EINVAL, path);
  return ReadFile(fd.get(), path, "store.read", max_bytes);
}

// Calls visit(folder's descriptor, name, its stat) for each that is no temporary file, until one
// fails. Temporary files of writes that won't end are removed.
template <typename Visit>
Status ForEachFile(const std::string& folder, const Visit& visit) {
  const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(folder.c_str()), &::closedir);
  if (!dir) return SystemError("store.opendir", errno, folder);
  const int fd = ::dirfd(dir.get());
  const time_t now = ::time(nullptr);
  while (const dirent* item = ::readdir(dir.get())) {
    const std::string name = item->d_name;
    struct stat info = {};
    if (::fstatat(fd, item->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISREG(info.st_mode)) continue;
    if (!StartsWith(name, kTemporary)) {
      ASSAY_RETURN_IF_ERROR(visit(fd, name, info));
    } else if (now - info.st_mtim.tv_sec > kStaleSeconds) {
      ::unlinkat(fd, item->d_name, 0);
    }
  }
  return {};
}

Status WriteAndFlush(int fd, std::string_view bytes, const std::string& path) {
  ASSAY_RETURN_IF_ERROR(WriteAll(fd, bytes, path, "store.write"));
  if (::fsync(fd) != 0) return SystemError("store.fsync", errno, path);
  return {};
}

}  // namespace

bool DiskStore::IsKey(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

Result<std::unique_ptr<DiskStore>> DiskStore::Open(DiskStoreOptions options) {
  ASSAY_ASSIGN_OR_RETURN(std::string folder, HiddenFolder(options.directory));
  std::unique_ptr<DiskStore> store(new DiskStore(std::move(options), std::move(folder)));
  ASSAY_RETURN_IF_ERROR(store->MoveInside());
  ASSAY_RETURN_IF_ERROR(store->Scan());
  return store;
}

Status DiskStore::MoveInside() {
  return ForEachFile(options_.directory, [this](int dir, const std::string& name, const auto&) {
    // Another server may have moved it meanwhile. On a full or read-only disk it stays, unknown,
    // until the next start: the others are no less there.
    if (IsKey(name)) ::renameat(dir, name.c_str(), AT_FDCWD, PathOf(name).c_str());
    return Status();
  });
}

Status DiskStore::Scan() {
  struct Found {
    struct timespec used;
    Entry entry;
  };
  std::vector<Found> found;
  ASSAY_RETURN_IF_ERROR(
      ForEachFile(folder_, [&](int, const std::string& name, const struct stat& info) {
        if (IsKey(name)) found.push_back({info.st_mtim, {name, info.st_size}});
        return Status();
      }));
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return std::tie(a.used.tv_sec, a.used.tv_nsec) < std::tie(b.used.tv_sec, b.used.tv_nsec);
  });
  std::vector<std::string> excess;
  {
    MutexLock lock(mutex_);
    for (const Found& file : found) files_.Put(file.entry.key, {}, file.entry.bytes);
    excess = TakeExcess();
  }
  for (const std::string& key : excess) ::unlink(PathOf(key).c_str());
  return {};
}

std::vector<std::string> DiskStore::TakeExcess() {
  std::vector<std::string> keys;
  while (files_.cost() > options_.max_bytes) keys.push_back(files_.TakeOldest().key);
  return keys;
}

Status DiskStore::WriteFile(const std::string& key, std::string_view packed) {
  std::string temporary = folder_ + "/" + std::string(kTemporary) + "XXXXXX";
  UniqueFd fd(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!fd) return SystemError("store.create", errno, folder_);
  Status written = WriteAndFlush(fd.get(), packed, temporary);
  if (written.ok() && ::rename(temporary.c_str(), PathOf(key).c_str()) != 0) {
    written = SystemError("store.rename", errno, temporary);
  }
  if (!written.ok()) {
    ::unlink(temporary.c_str());
    return written;
  }
  // The name itself lives in the folder.
  UniqueFd folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder) ::fsync(folder.get());
  return {};
}

Status DiskStore::Put(const std::string& key, std::string_view bytes) {
  CheckMayBlock();
  ASSAY_CHECK(IsKey(key));
  if (Contains(key)) return {};
  const auto limit = static_cast<size_t>(options_.max_entry_bytes);
  const std::string packed = bytes.size() <= limit ? PackBytes(key, bytes) : std::string();
  const auto size = static_cast<int64_t>(packed.size());
  if (packed.empty() || size > options_.max_bytes) {
    return Error{ErrorCode::kInvalidArgument, "store.put", 0, "larger than the store ever keeps"};
  }
  ASSAY_RETURN_IF_ERROR(WriteFile(key, packed));
  std::vector<std::string> excess;
  {
    MutexLock lock(mutex_);
    files_.Put(key, {}, size);
    excess = TakeExcess();
  }
  for (const std::string& old : excess) ::unlink(PathOf(old).c_str());
  return {};
}

std::optional<std::string> DiskStore::Get(const std::string& key) {
  CheckMayBlock();
  if (!IsKey(key)) return std::nullopt;
  const std::string path = PathOf(key);
  // Not asked of the index first: another server may have written it.
  auto packed = ReadEntry(path, options_.max_entry_bytes);
  if (!packed.ok()) {
    MutexLock lock(mutex_);
    // A file that can't be read now may be readable later; one that is gone is gone.
    if (packed.error().sys_errno == ENOENT) files_.Take(key);
    return std::nullopt;
  }
  auto bytes = UnpackBytes(key, *packed, options_.max_entry_bytes);
  if (!bytes) ::unlink(path.c_str());
  std::vector<std::string> excess;
  {
    MutexLock lock(mutex_);
    if (bytes) {
      files_.Put(key, {}, static_cast<int64_t>(packed->size()));
      excess = TakeExcess();
    } else {
      files_.Take(key);
      ++damaged_;
    }
  }
  for (const std::string& old : excess) ::unlink(PathOf(old).c_str());
  if (bytes) ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);  // used now
  return bytes;
}

bool DiskStore::Contains(const std::string& key) const {
  CheckMayBlock();
  {
    MutexLock lock(mutex_);
    if (!files_.Contains(key)) return false;
  }
  return ::access(PathOf(key).c_str(), F_OK) == 0;
}

void DiskStore::Erase(const std::string& key) {
  CheckMayBlock();
  {
    MutexLock lock(mutex_);
    files_.Take(key);
  }
  if (IsKey(key)) ::unlink(PathOf(key).c_str());
}

std::vector<DiskStore::Entry> DiskStore::Entries() const {
  MutexLock lock(mutex_);
  std::vector<Entry> entries;
  for (const auto& file : files_.entries()) entries.push_back({file.key, file.cost});
  return entries;
}

DiskStoreStats DiskStore::stats() const {
  MutexLock lock(mutex_);
  return {files_.size(), files_.cost(), damaged_};
}

}  // namespace assay
