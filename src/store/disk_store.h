// DiskStore: bytes by name (64 hexadecimal digits) in a folder, bounded in size, surviving crashes.
//
// Names are hashes of contents, so the files lie in a folder whose own name can't be guessed
// (hidden_folder.h). Those of versions that had none are moved there.
//
// One file a name, written beside it, flushed and renamed into place: a reader sees all of it or
// nothing, also after a power cut. Every read checks the whole contents; a file that fails is
// removed and counts as absent. The least recently used go first, where a file's modification time
// is its last use, so that the order survives restarts.
//
// Put, Get, Contains and Erase wait for the disk: never on an I/O thread, which they check.
// Thread-safe; reads and writes of different names run side by side. Servers may share a folder:
// each counts what it found at start and what it wrote, and takes vanished files as absent.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/lru_cache.h"
#include "base/mutex.h"
#include "base/result.h"

namespace assay {

struct DiskStoreOptions {
  std::string directory;                // made when absent; the files are in a folder below
  int64_t max_bytes = 0;                // of all files together
  int64_t max_entry_bytes = 1LL << 30;  // of one value, before compression
};

struct DiskStoreStats {
  int64_t entries = 0;
  int64_t bytes = 0;
  int64_t damaged = 0;  // files dropped because their contents were not what was written
};

class DiskStore {
 public:
  static Result<std::unique_ptr<DiskStore>> Open(DiskStoreOptions options);

  // Does nothing when the name is there. REQUIRES: a valid name.
  Status Put(const std::string& key, std::string_view bytes) ASSAY_EXCLUDES(mutex_);
  std::optional<std::string> Get(const std::string& key) ASSAY_EXCLUDES(mutex_);
  bool Contains(const std::string& key) const ASSAY_EXCLUDES(mutex_);
  void Erase(const std::string& key) ASSAY_EXCLUDES(mutex_);

  struct Entry {
    std::string key;
    int64_t bytes = 0;  // on disk
  };
  std::vector<Entry> Entries() const ASSAY_EXCLUDES(mutex_);  // most recently used first
  DiskStoreStats stats() const ASSAY_EXCLUDES(mutex_);

  static bool IsKey(std::string_view text);

 private:
  DiskStore(DiskStoreOptions options, std::string folder)
      : options_(std::move(options)), folder_(std::move(folder)) {}
  Status MoveInside();
  Status Scan() ASSAY_EXCLUDES(mutex_);
  std::string PathOf(const std::string& key) const { return folder_ + "/" + key; }
  Status WriteFile(const std::string& key, std::string_view packed);
  // Makes room; returns the names whose files are to be removed, which needs no lock.
  std::vector<std::string> TakeExcess() ASSAY_REQUIRES(mutex_);

  const DiskStoreOptions options_;
  const std::string folder_;
  mutable Mutex mutex_;
  struct OnDisk {};  // the file is the value
  LruList<std::string, OnDisk> files_ ASSAY_GUARDED_BY(mutex_);
  int64_t damaged_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
