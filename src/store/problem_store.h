// ProblemStore: problems by the SHA-256 of their canonical JSON, so that a client sends
// tests once and every later submission names them (docs/internals/problem-store.md).
//
// In memory a problem is decoded: all submissions that name it share one Problem and its blobs. The
// least recently used leave memory first; on disk their text stays, and is decoded again when asked
// for. Without a disk the compressed text stays in memory beside the problem, and what leaves
// memory is gone: the client is told the name is unknown and sends it again.
//
// Problems that came inside requests are kept too, by a key of the text they were decoded from:
// clients that know no other way send the same test data for every rollout, which is then hashed,
// not decoded again. They have room of their own, so that they can't push out what was stored; and
// where their canonical form is known, they bear its name as their identity, so that one problem is
// one problem however it came. Their texts, if small, are kept packed, so that a verdict on one can
// be judged again: whoever makes a bundle of it has the text saved beside those that were stored.
//
// Thread-safe. Put, Find, Contains, Text and SaveText may wait for the disk, when there is one: not
// for I/O threads. The rest never waits for anything but short locks, Given also for others who
// decode the same large text.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/lru_cache.h"
#include "base/mutex.h"
#include "base/result.h"
#include "model/problem.h"
#include "store/disk_store.h"

namespace assay {

// What holding a problem costs in memory: its texts and test data.
int64_t HeldBytes(const Problem& problem);

// A function call's arguments and value as they were sent, for the answer.
struct CallCase {
  std::string input_json;
  std::string output_json;
  std::string fault = {};  // why nothing passes it; mostly empty
};

// A problem that came inside a request.
struct GivenProblem {
  ProblemPtr problem;
  std::shared_ptr<const std::vector<CallCase>> calls;  // may be null
};

// A key for the parts of a request that decide what it is decoded to. Different lists of parts have
// different keys.
std::string GivenKey(std::initializer_list<std::string_view> parts);

struct ProblemStoreStats {
  int64_t problems = 0;  // decoded, in memory
  int64_t bytes = 0;     // of those
  int64_t hits = 0;      // names found in memory
  int64_t loads = 0;     // names found on disk and decoded again
  int64_t misses = 0;    // names not found
  int64_t disk_entries = 0;
  int64_t disk_bytes = 0;
  int64_t disk_damaged = 0;  // files dropped
  int64_t decoded = 0;       // problems decoded from JSON, however they came
  int64_t reused = 0;        // problems inside requests that were decoded before
  int64_t given_bytes = 0;   // memory of those kept
};

class ProblemStore {
 public:
  // From canonical JSON to a problem whose `identity` is its SHA-256; null when it can't be (a
  // stored problem that names a language this server doesn't have any more).
  using Decode = std::function<ProblemPtr(std::string_view json, const std::string& key)>;

  // Returns nullopt when the text has faults, which are then the caller's to report.
  using DecodeGiven = std::function<std::optional<GivenProblem>()>;

  // `disk` may be null and else outlives the store. `max_given_bytes`: of problems that came inside
  // requests, beside those that were stored. `sharing`: whether tenants see each other's
  // (tenant_problems.h).
  enum class Sharing { kAll, kTenants };
  ProblemStore(int64_t max_memory_bytes, DiskStore* disk, Decode decode,
               int64_t max_given_bytes = 0, Sharing sharing = Sharing::kAll)
      : decode_(std::move(decode)),
        disk_(disk),
        sharing_(sharing),
        memory_(max_memory_bytes),
        given_(max_given_bytes),
        texts_(max_given_bytes / kTextsShare) {}

  // `name` is the SHA-256 of `json`, `problem` what it decodes to. Blocks while the disk writes. An
  // error means that the problem is in memory at best, and gone after a restart.
  Status Put(const std::string& name, std::string_view json, ProblemPtr problem)
      ASSAY_EXCLUDES(mutex_);
  // Null when unknown. May read from disk and decode.
  ProblemPtr Find(const std::string& name) ASSAY_EXCLUDES(mutex_);
  // What memory has; counts as a hit. Never waits.
  ProblemPtr FindInMemory(const std::string& name) ASSAY_EXCLUDES(mutex_);
  bool InMemory(const std::string& name) const ASSAY_EXCLUDES(mutex_);
  // Whether Find and Contains may wait for a name that memory doesn't have.
  bool has_disk() const { return disk_ != nullptr; }
  bool Contains(const std::string& name) const ASSAY_EXCLUDES(mutex_);
  bool OnDisk(const std::string& name) const { return disk_ != nullptr && disk_->Contains(name); }
  bool shared() const { return sharing_ == Sharing::kAll; }
  // The canonical JSON.
  std::optional<std::string> Text(const std::string& name) ASSAY_EXCLUDES(mutex_);

  // What `key` was decoded to, or else what `decode` makes now. `text_bytes`: of the text. Of equal
  // large texts arriving together only one is decoded.
  std::optional<GivenProblem> Given(const std::string& key, size_t text_bytes,
                                    const DecodeGiven& decode) ASSAY_EXCLUDES(mutex_);
  // Of a problem that came inside a request and was decoded now: `name` is the SHA-256 of its
  // canonical form `json`, whose key that is where tenants are told apart. Texts that are too large
  // are left out.
  void KeepText(const std::string& identity, const std::string& name, const std::string& key,
                std::string_view json) ASSAY_EXCLUDES(mutex_);
  // The `name` of such a text by the problem's identity; empty when it isn't kept.
  std::string NameOfText(const std::string& identity) ASSAY_EXCLUDES(mutex_);
  // Whether such a text is kept and SaveText hasn't been asked yet. Never waits.
  bool Unsaved(const std::string& key) ASSAY_EXCLUDES(mutex_);
  // Puts such a text on disk; what fails isn't tried again.
  Status SaveText(const std::string& key) ASSAY_EXCLUDES(mutex_);
  // A problem was decoded for Put.
  void CountDecoded() { ++decoded_; }

  struct Listed {
    std::string name;  // empty: of a tenant's, on disk only, whose key doesn't tell it
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

  // Holds a name while it is loaded or decoded, so that a group's rollouts do it once.
  class Turn;

  std::optional<GivenProblem> FindGiven(const std::string& key) ASSAY_EXCLUDES(mutex_);
  std::optional<GivenProblem> DecodeAndKeep(const std::string& key, const DecodeGiven& decode)
      ASSAY_EXCLUDES(mutex_);
  void Hold(const std::string& name, ProblemPtr problem, std::shared_ptr<const std::string> packed)
      ASSAY_EXCLUDES(mutex_);

  struct KeptText {
    std::string name;
    std::shared_ptr<const std::string> packed;  // null: under the key that `name` stands for
    bool saved = false;
  };
  static constexpr int64_t kTextsShare = 8;  // of what problems inside requests may take

  const Decode decode_;
  DiskStore* const disk_;
  const Sharing sharing_;
  mutable Mutex mutex_;
  CondVar freed_;
  std::set<std::string> busy_ ASSAY_GUARDED_BY(mutex_);  // names that somebody has a turn with
  LruCache<Held> memory_ ASSAY_GUARDED_BY(mutex_);
  LruCache<GivenProblem> given_ ASSAY_GUARDED_BY(mutex_);
  LruCache<KeptText> texts_ ASSAY_GUARDED_BY(mutex_);
  std::atomic<int64_t> decoded_{0};
  std::atomic<int64_t> reused_{0};
  int64_t hits_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t loads_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t misses_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
