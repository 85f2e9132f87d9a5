#include "base/sealed_files.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>
#include <vector>

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
  const FdPtr* file = files_.Find(owner);
  return file == nullptr ? nullptr : *file;
}

void SealedFiles::Keep(const void* owner, FdPtr file, int64_t bytes) {
  // Closing a large memory file frees its pages: not under the lock.
  std::vector<FdPtr> closed;
  MutexLock lock(mutex_);
  files_.Put(owner, std::move(file), bytes);
  while (files_.size() > 1 && (files_.size() > max_files_ || files_.cost() > max_bytes_)) {
    closed.push_back(files_.TakeOldest().value);
  }
}

void SealedFiles::Drop(const void* owner) {
  FdPtr closed;
  MutexLock lock(mutex_);
  if (auto taken = files_.Take(owner)) closed = std::move(taken->value);
}

}  // namespace assay
