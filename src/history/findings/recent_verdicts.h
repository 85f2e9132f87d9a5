// RecentVerdicts: the newest records in memory, each in some hundred bytes, for figures that need
// all of them at once: shares, percentiles, findings. The store has more of them, and all there is
// to say of each.
//
// Bounded: the oldest leave first. Names (problems, runs, …) are held once; those that no record
// has any more go when the ring has turned once. Thread-safe; a visit holds the lock, so that the
// thread that adds records waits for it, and the engine never does.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "history/record/verdict_record.h"

namespace assay {

// A string of the names' table.
using NameId = uint32_t;

// What figures need of a record.
struct RecentVerdict {
  int64_t id = 0;
  double time = 0;
  int64_t step = 0;
  uint64_t group = 0;  // a hash of run and group; 0: none
  uint64_t code = 0;   // of the program's hash; 0: none
  NameId node = 0, run = 0, tenant = 0, problem = 0, language = 0, reason = 0;
  float score = 0;  // of one that isn't masked
  float cpu_ms = 0, cpu_limit_ms = 0, wait_ms = 0;
  int32_t first_failed = -1;
  Verdict verdict = Verdict::kInternalError;
  Cause cause = Cause::kInfrastructure;
  Marks marks;
  bool masked = false, cached = false, checker_failed = false, has_step = false;
};

// Names by their ids; 0 is the empty one.
class NameTable {
 public:
  NameTable() { names_.emplace_back(); }
  NameId Put(const std::string& name);
  const std::string& Get(NameId id) const { return names_[id]; }
  size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, NameId> ids_;
};

// What a visitor sees: records from the oldest to the newest, and their names.
struct RecentView {
  const std::vector<RecentVerdict>& first;  // and then
  const std::vector<RecentVerdict>& second;
  size_t first_from = 0;  // where in `first` the oldest is
  const NameTable& names;

  template <typename Visitor>
  void ForEach(Visitor visit) const {
    for (size_t i = first_from; i < first.size(); ++i) visit(first[i]);
    for (const RecentVerdict& verdict : second) visit(verdict);
  }
  size_t size() const { return first.size() - first_from + second.size(); }
};

class RecentVerdicts {
 public:
  static constexpr size_t kMost = 200'000;

  explicit RecentVerdicts(size_t most = kMost) : most_(most) {}

  void Add(const VerdictRecord& record) ASSAY_EXCLUDES(mutex_);
  void Visit(const std::function<void(const RecentView&)>& visit) const ASSAY_EXCLUDES(mutex_);
  // Of the newest one; changes with every record.
  int64_t last_id() const ASSAY_EXCLUDES(mutex_);
  size_t size() const ASSAY_EXCLUDES(mutex_);

 private:
  // Names that are in use, and no others.
  void RenewNames() ASSAY_REQUIRES(mutex_);

  const size_t most_;
  mutable Mutex mutex_;
  // The older half, from which the oldest leave, and the newer one, which takes its place when it
  // is as long as both may be together.
  std::vector<RecentVerdict> older_ ASSAY_GUARDED_BY(mutex_);
  std::vector<RecentVerdict> newer_ ASSAY_GUARDED_BY(mutex_);
  size_t gone_ ASSAY_GUARDED_BY(mutex_) = 0;  // of the older ones
  NameTable names_ ASSAY_GUARDED_BY(mutex_);
  int64_t last_id_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
