// History: what this server has judged. Records of verdicts in a bounded store that survives a
// restart, the newest of them in memory for figures and findings, and curves of a few numbers.
//
// One thread writes: it takes what the engine's workers have put into a bounded queue, finds marks,
// appends to the store, and tells who listens. A worker never waits for it: when the queue is full
// the record is dropped and counted. A store that fails (a full disk) loses its records and nothing
// else; those in memory stay.
//
// That thread takes at most a hundredth of the process's CPU time. Under a load that would need
// more it remembers all that is evidence and a sample of the rest, by whole groups, so that groups
// stay comparable; what it leaves out still counts in the series.
//
// Thread-safe. What reads the store may wait for the disk: not for I/O threads. The destructor
// writes what is queued.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "engine/engine_stats.h"
#include "history/cpu_budget.h"
#include "history/event_feed.h"
#include "history/fair_sampling.h"
#include "history/findings/finding.h"
#include "history/findings/recent_verdicts.h"
#include "history/findings/tally.h"
#include "history/record/marks.h"
#include "history/record/verdict_brief.h"
#include "history/series/series_rings.h"
#include "history/store/verdict_store.h"
#include "model/submission.h"
#include "model/submission_result.h"

namespace assay {

struct HistoryOptions {
  VerdictStoreOptions store;
  std::string node = "local";  // who this is, on records
  double cpu_share = 0.01;     // of the process's CPU time, for the thread
  size_t max_queued = 8192;
  int64_t max_queued_bytes = 32LL << 20;
};

// What the recent verdicts come to.
struct Digest {
  Tallies tallies;
  std::vector<Finding> findings;
};
using DigestPtr = std::shared_ptr<const Digest>;

struct HistoryStats {
  int64_t recorded = 0;
  int64_t sampled_out = 0;   // left out, so that the thread keeps to its share
  int64_t dropped_full = 0;  // the queue was full
  int64_t dropped_disk = 0;  // the store failed
  int64_t queued = 0;
  int64_t rows = 0;
  int64_t bytes = 0;
  int64_t subscribers = 0;
  int64_t subscribers_dropped = 0;
  double cpu_s = 0;  // of the thread
};

class History {
 public:
  // Loads what the store has; may take a second.
  static Result<std::unique_ptr<History>> Open(HistoryOptions options);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  // What a verdict bundle takes of a submission, for VerdictDetail. Runs on the workers; null:
  // nothing is kept. To be called while nothing is recorded.
  using KeepBundle = std::function<std::string(const Submission&, const SubmissionResult&)>;
  void SetKeepBundle(KeepBundle keep) { keep_bundle_ = std::move(keep); }
  // Called on whatever thread has judged: copies a few kilobytes at most. Its number; 0: it isn't
  // remembered, or its number isn't known yet, because another process of an update numbers, too.
  int64_t Record(const Submission& submission, const SubmissionResult& result)
      ASSAY_EXCLUDES(mutex_);
  // Of what isn't a submission: whether it is to be remembered. If so Record is called next, with a
  // record that has all but its number, time and node; if not, it has been counted.
  bool Wants(const VerdictBrief& brief);
  int64_t Record(StoredVerdict verdict) ASSAY_EXCLUDES(mutex_);
  // A record that is whole already, with its own time; from tests and importers. Never dropped:
  // waits for room.
  void Put(StoredVerdict verdict) ASSAY_EXCLUDES(mutex_);
  // Asked once a second for the series; must answer at once. Nothing is asked after the source has
  // been taken away, which waits for a question under way.
  void SetEngineStats(std::function<EngineStats()> stats) ASSAY_EXCLUDES(source_mutex_);
  // Something that isn't a verdict, for who listens: a JSON object with its type and time. Of a
  // tenant, or for everybody.
  void Tell(std::string type, std::string json, std::string tenant = {});
  // Whether this process keeps the store in its bounds and saves the curves, or another one that it
  // shares the folder with. From the start on it does unless the folder is another's.
  void SetUpkeep(bool own);

  VerdictStore& store() { return *store_; }
  const RecentVerdicts& recent() const { return recent_; }
  EventFeed& events() { return events_; }
  // Of a tenant's recent verdicts, or of all; not older than some seconds. Counting takes up to a
  // tenth of a second.
  DigestPtr DigestOf(const std::string& tenant) ASSAY_EXCLUDES(digests_mutex_);
  const std::vector<SeriesInfo>& series() const { return series_; }
  SeriesValues Series(size_t series, int level, int64_t from, int64_t count) const
      ASSAY_EXCLUDES(rings_mutex_);
  std::optional<size_t> FindSeries(std::string_view name) const;
  HistoryStats stats() const ASSAY_EXCLUDES(mutex_);
  // Waits until everything recorded so far is in the store. For tests and the end.
  void Flush() ASSAY_EXCLUDES(mutex_);

 private:
  struct Finished {
    StoredVerdict verdict;
    RunSigns signs;
    ProblemPtr problem;  // null: marks and hash are there
    std::string code;
    int64_t bytes = 0;
  };
  struct Second;
  // Of verdicts, in a second of the series.
  struct SecondCounts {
    int64_t verdicts = 0, accepted = 0, masked = 0, infrastructure = 0, cached = 0, judged = 0;
    double score = 0;

    void Add(const VerdictBrief& brief);
    void Add(const SecondCounts& other);
  };

  explicit History(HistoryOptions options, std::unique_ptr<VerdictStore> store);
  Status Load();
  void Write();
  void WriteBatch(std::deque<Finished> batch);
  int64_t Queue(Finished finished) ASSAY_EXCLUDES(mutex_);
  // Those that wait go on from there: another process of an update has taken their numbers.
  void Renumber(int64_t next) ASSAY_EXCLUDES(mutex_);
  void Complete(Finished* finished);
  void KeepToBudget();
  void CountSeries(const VerdictRecord& record);
  void Tick(double now);
  void SavePoints(int64_t second);
  void Keep(double now);

  const HistoryOptions options_;
  const std::unique_ptr<VerdictStore> store_;
  const std::vector<SeriesInfo> series_;
  RecentVerdicts recent_;
  EventFeed events_;
  KeepBundle keep_bundle_;

  mutable Mutex mutex_;
  CondVar changed_;
  std::deque<Finished> queue_ ASSAY_GUARDED_BY(mutex_);
  int64_t queued_bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool writing_ ASSAY_GUARDED_BY(mutex_) = false;
  bool hurry_ ASSAY_GUARDED_BY(mutex_) = false;  // somebody waits for the writer
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  int64_t next_id_ ASSAY_GUARDED_BY(mutex_) = 1;  // of the next to be queued
  std::atomic<bool> upkeep_{true};
  std::atomic<bool> alone_{true};  // no other process appends
  std::atomic<int64_t> recorded_{0}, dropped_full_{0}, dropped_disk_{0}, sampled_out_{0};
  std::atomic<double> cpu_s_{0};
  // Of what is no evidence, by kind: a program or a math answer. One in so many is remembered.
  struct Sampling {
    std::atomic<uint32_t> one_in{1};
    std::atomic<int64_t> came{0};
    std::atomic<uint64_t> alone{0};  // of those without a group, how many came
  };
  std::array<Sampling, kSampledKinds> sampling_;

  // What was left out since the last second of the series.
  mutable Mutex left_out_mutex_;
  SecondCounts left_out_ ASSAY_GUARDED_BY(left_out_mutex_);

  mutable Mutex rings_mutex_;
  SeriesRings rings_ ASSAY_GUARDED_BY(rings_mutex_);

  Mutex source_mutex_;
  std::function<EngineStats()> engine_stats_ ASSAY_GUARDED_BY(source_mutex_);

  struct CachedDigest {
    SteadyTime at{};
    int64_t last_id = 0;
    DigestPtr digest;
  };
  Mutex digests_mutex_;
  std::map<std::string, CachedDigest> digests_ ASSAY_GUARDED_BY(digests_mutex_);  // by tenant

  std::unique_ptr<Second> second_;                    // the writer's
  CpuBudget budget_;                                  // likewise
  std::array<int64_t, kSampledKinds> came_before_{};  // likewise
  // Of the last problem that was looked at: a group's submissions come one after the other.
  ProblemPtr looked_at_;
  ProblemLiterals literals_;
  std::thread writer_;
};

}  // namespace assay
