// ProblemStore: problems by the SHA-256 of their canonical JSON, so that a client sends
// tests once and every later submission names them (docs/internals/problem-store.md).
//
// In memory a problem is decoded: all submissions that name it share one Problem and its blobs. The
// least recently used leave memory first; on disk their text stays, and is decoded again when asked
// for. Without a disk the compressed text stays in memory beside the problem, and what leaves
// memory is gone: the client is told the name is unknown and sends it again.
//
// Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/lru_cache.h"
#include "base/mutex.h"
#include "base/result.h"
#include "model/problem.h"
#include "store/disk_store.h"

namespace assay {

// What holding a problem costs in memory: its texts and test data.
int64_t HeldBytes(const Problem& problem);

struct ProblemStoreStats {
  int64_t problems = 0;  // decoded, in memory
  int64_t bytes = 0;     // of those
  int64_t hits = 0;      // names found in memory
  int64_t loads = 0;     // names found on disk and decoded again
  int64_t misses = 0;    // names not found
  int64_t disk_entries = 0;
  int64_t disk_bytes = 0;
  int64_t disk_damaged = 0;  // files dropped
};

class ProblemStore {
 public:
  // From canonical JSON to a problem whose `identity` is that name; null when it can't be (a stored
  // problem that names a language this server doesn't have any more).
  using Decode = std::function<ProblemPtr(std::string_view json, const std::string& name)>;

  // `disk` may be null and else outlives the store.
  ProblemStore(int64_t max_memory_bytes, DiskStore* disk, Decode decode)
      : decode_(std::move(decode)), disk_(disk), memory_(max_memory_bytes) {}

  // `name` is the SHA-256 of `json`, `problem` what it decodes to. Blocks while the disk writes. An
  // error means that the problem is in memory at best, and gone after a restart.
  Status Put(const std::string& name, std::string_view json, ProblemPtr problem)
      ASSAY_EXCLUDES(mutex_);
  // Null when unknown. May read from disk and decode.
  ProblemPtr Find(const std::string& name) ASSAY_EXCLUDES(mutex_);
  bool Contains(const std::string& name) const ASSAY_EXCLUDES(mutex_);
  // The canonical JSON.
  std::optional<std::string> Text(const std::string& name) ASSAY_EXCLUDES(mutex_);

  struct Listed {
    std::string name;
    bool in_memory = false;
    bool on_disk = false;
    int64_t bytes = 0;  // in memory, or compressed on disk
  };
  // Those in memory first, most recently used first.
  std::vector<Listed> List() const ASSAY_EXCLUDES(mutex_);
  ProblemStoreStats stats() const ASSAY_EXCLUDES(mutex_);

 private:
  struct Held {
    ProblemPtr problem;
    std::shared_ptr<const std::string> packed;  // the text, unless the disk has it
  };

  ProblemPtr FindInMemory(const std::string& name) ASSAY_EXCLUDES(mutex_);
  void Hold(const std::string& name, ProblemPtr problem, std::shared_ptr<const std::string> packed)
      ASSAY_EXCLUDES(mutex_);

  const Decode decode_;
  DiskStore* const disk_;
  Mutex loading_;  // held while one problem is read and decoded, so that a group's rollouts do it
                   // once
  mutable Mutex mutex_;
  LruCache<Held> memory_ ASSAY_GUARDED_BY(mutex_);
  int64_t hits_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t loads_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t misses_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
