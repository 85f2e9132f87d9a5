// VerdictStore: verdict records in one SQLite file, or in memory, bounded in rows, bytes and age;
// the oldest go first. Beside them the points of the series, so that their curves survive too.
//
// What was appended is there after a crash of this process (a write-ahead log, one transaction a
// batch); after a crash of the machine the last moments may be missing, the rest is whole. A file
// that can't be read as such is put aside under another name and a new one begun: a history is
// never a reason not to serve. One server at a time has a folder: who comes second is told so. But
// a process and the one that replaces it share it for as long as both run: both append, and each
// row gets its id in its transaction.
//
// Every call may wait for the disk: never on an I/O thread, which they check. Thread-safe: one
// connection behind one lock, which no read holds for more than a slice of the rows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "history/record/verdict_record.h"
#include "history/store/sqlite.h"

namespace assay {

struct VerdictStoreOptions {
  std::string folder;  // empty: in memory
  // What a process and the one that replaces it both say, and no other does; empty: the folder is
  // shared with nobody.
  std::string shared_as = {};
  int64_t max_rows = 1'000'000;
  int64_t max_bytes = 512LL << 20;  // of the file; its log takes up to 8 MiB more
  double max_days = 30;
};

struct StoredVerdict {
  VerdictRecord record;
  VerdictDetail detail;
};

// Which verdicts are wanted; what is empty doesn't matter.
struct VerdictFilter {
  std::string run;
  std::string problem;
  std::string tenant;
  std::string language;
  std::string reason;
  std::optional<Verdict> verdict;
  std::optional<Cause> cause;
  std::optional<Mark> mark;

  bool Matches(const VerdictRecord& record) const;
};

struct VerdictPage {
  std::vector<VerdictRecord> verdicts;  // the newest first
  // Where to go on; nothing: there are no more. A page may be short, or even empty, and have one:
  // a call looks at a bounded number of rows.
  std::optional<int64_t> next;
};

// One value of a series at one of its levels.
struct SeriesPoint {
  std::string name;
  int level = 0;
  int64_t slot = 0;  // time divided by the level's step
  double value = 0;
};

struct VerdictStoreStats {
  int64_t rows = 0;
  int64_t bytes = 0;
};

class VerdictStore {
 public:
  // Of one call of Find, at most.
  static constexpr int64_t kRowsLookedAt = 200'000;

  // Errors: kUnavailable when another server has the folder, or it can't be used.
  static Result<std::unique_ptr<VerdictStore>> Open(VerdictStoreOptions options);

  ~VerdictStore();

  // The id that the next record gets, unless another process appends before.
  int64_t next_id() const ASSAY_EXCLUDES(mutex_);
  // In one transaction. Gives them their ids, which follow each other, also when they are lost.
  Status Append(std::span<StoredVerdict> verdicts) ASSAY_EXCLUDES(mutex_);
  // Deletes what is beyond the bounds, a slice at a time: to be called now and then.
  Status Trim(double now) ASSAY_EXCLUDES(mutex_);

  // With ids below `before`, when it is given.
  Result<VerdictPage> Find(const VerdictFilter& filter, std::optional<int64_t> before, size_t limit)
      ASSAY_EXCLUDES(mutex_);
  Result<std::optional<StoredVerdict>> Get(int64_t id) ASSAY_EXCLUDES(mutex_);
  // The newest `most`, oldest first.
  Status Load(int64_t most, const std::function<void(VerdictRecord)>& take) ASSAY_EXCLUDES(mutex_);
  // Those with ids in [from, before), oldest first.
  Status LoadBetween(int64_t from, int64_t before, const std::function<void(VerdictRecord)>& take)
      ASSAY_EXCLUDES(mutex_);

  Status SavePoints(std::span<const SeriesPoint> points) ASSAY_EXCLUDES(mutex_);
  Status LoadPoints(int level, int64_t from_slot, const std::function<void(SeriesPoint)>& take)
      ASSAY_EXCLUDES(mutex_);
  Status DropPoints(int level, int64_t before_slot) ASSAY_EXCLUDES(mutex_);

  VerdictStoreStats stats() const ASSAY_EXCLUDES(mutex_);
  bool persistent() const { return !options_.folder.empty(); }
  // Whether another process has the folder's lock: the one that is being replaced.
  bool shared() const ASSAY_EXCLUDES(mutex_);
  // Takes the lock if nobody has it any more.
  void TakeLock() ASSAY_EXCLUDES(mutex_);

 private:
  struct Statements;

  VerdictStore(VerdictStoreOptions options, UniqueFd lock, SqlDatabase database);
  Status Prepare() ASSAY_EXCLUDES(mutex_);
  Status InTransaction(const std::function<Status()>& work) ASSAY_REQUIRES(mutex_);
  Status Insert(const StoredVerdict& verdict) ASSAY_REQUIRES(mutex_);
  Status Measure() ASSAY_REQUIRES(mutex_);
  // Counts in what the other process has appended.
  Status LookForOthers() ASSAY_REQUIRES(mutex_);
  // Rows with ids in [from, before), the newest first, until the page is full.
  Status FindSlice(const VerdictFilter& filter, int64_t from, int64_t before, size_t limit,
                   VerdictPage* page) ASSAY_EXCLUDES(mutex_);

  const VerdictStoreOptions options_;

  mutable Mutex mutex_;
  UniqueFd lock_ ASSAY_GUARDED_BY(mutex_);  // of the folder; none while it is shared
  SqlDatabase database_ ASSAY_GUARDED_BY(mutex_);
  std::unique_ptr<Statements> statements_ ASSAY_GUARDED_BY(mutex_);
  int64_t first_id_ ASSAY_GUARDED_BY(mutex_) = 1;
  int64_t next_id_ ASSAY_GUARDED_BY(mutex_) = 1;
  int64_t used_bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
