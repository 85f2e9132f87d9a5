// SealedFiles: the memory files behind blobs, at most so many and so large at a time; the least
// recently used are closed first. A run that holds a descriptor of its own isn't affected.
//
// One for the process, because descriptors are: a quarter of what the process may have open, and
// half a gigabyte (one larger file is kept alone). Thread-safe.
#pragma once

#include <cstdint>
#include <memory>

#include "base/fd.h"
#include "base/lru_cache.h"
#include "base/mutex.h"

namespace assay {

class SealedFiles {
 public:
  using FdPtr = std::shared_ptr<const UniqueFd>;

  SealedFiles(int64_t max_files, int64_t max_bytes)
      : max_files_(max_files), max_bytes_(max_bytes) {}
  static SealedFiles& OfProcess();

  // Null when it was never kept or has been closed.
  FdPtr Find(const void* owner) ASSAY_EXCLUDES(mutex_);
  void Keep(const void* owner, FdPtr file, int64_t bytes) ASSAY_EXCLUDES(mutex_);
  void Drop(const void* owner) ASSAY_EXCLUDES(mutex_);

 private:
  const int64_t max_files_;
  const int64_t max_bytes_;
  Mutex mutex_;
  LruList<const void*, FdPtr> files_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
