#include "base/sealed_files.h"

#include <sys/resource.h>

#include <algorithm>

namespace assay {
namespace {

int64_t FilesOfProcess() {
  constexpr int64_t kMost = 16384;
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 64;
  const auto open = static_cast<int64_t>(std::min<rlim_t>(limit.rlim_cur, 4 * kMost));
  return std::clamp<int64_t>(open / 4, 16, kMost);
}

}  // namespace

SealedFiles& SealedFiles::OfProcess() {
  // Never destroyed: blobs with static storage outlive every order of destruction.
  static SealedFiles* const files = new SealedFiles(FilesOfProcess(), 512LL << 20);
  return *files;
}

SealedFiles::FdPtr SealedFiles::Find(const void* owner) {
  MutexLock lock(mutex_);
  const auto found = by_owner_.find(owner);
  if (found == by_owner_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->file;
}

void SealedFiles::Keep(const void* owner, FdPtr file, int64_t bytes) {
  // Closing a large memory file frees its pages: not under the lock.
  std::list<Entry> closed;
  MutexLock lock(mutex_);
  entries_.push_front({owner, std::move(file), bytes});
  by_owner_[owner] = entries_.begin();
  bytes_ += bytes;
  while (entries_.size() > 1 &&
         (static_cast<int64_t>(entries_.size()) > max_files_ || bytes_ > max_bytes_)) {
    const auto last = std::prev(entries_.end());
    bytes_ -= last->bytes;
    by_owner_.erase(last->owner);
    closed.splice(closed.end(), entries_, last);
  }
}

void SealedFiles::Drop(const void* owner) {
  std::list<Entry> closed;
  MutexLock lock(mutex_);
  const auto found = by_owner_.find(owner);
  if (found == by_owner_.end()) return;
  bytes_ -= found->second->bytes;
  closed.splice(closed.end(), entries_, found->second);
  by_owner_.erase(found);
}

}  // namespace assay
