// PersistentBatch: submissions of one request, each run until it has a verdict that is not a
// failure of ours.
//
// A queue that is full and a run that this host failed are tried again here, after a pause, for as
// long as the request's client waits: trainers make a zero of every error. Nothing is tried again
// once the server stops; what has no verdict then is left without one. What the engine calls
// invalid is the problem's fault, and a verdict.
//
// Thread-safe; kept alive by whoever may cancel it, and by the engine's callbacks.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "api/shared/submit_sink.h"
#include "base/mutex.h"
#include "base/work/timers.h"
#include "model/submission.h"

namespace assay {

// What a batch needs of the server; all of it outlives the batches.
struct BatchParts {
  SubmitSink& sink;
  Timers& timers;
  const std::atomic<bool>& draining;
};

class PersistentBatch : public std::enable_shared_from_this<PersistentBatch> {
 public:
  // Parallel to the submissions; nothing: no verdict before the server stopped.
  using Results = std::vector<std::optional<SubmissionResult>>;
  using Done = std::function<void(Results)>;

  static constexpr size_t kMostInFlight = 256;
  // Before a failure of ours is tried again: doubled with each, up to the longest.
  static constexpr Nanoseconds kFirstPause{std::chrono::milliseconds(100)};
  static constexpr Nanoseconds kLongestPause{std::chrono::seconds(5)};

  // `done` is called once, from any thread, unless the batch is cancelled before.
  PersistentBatch(const BatchParts& parts, std::vector<Submission> submissions, Done done);
  void Start();
  // Stops what is under way.
  void Cancel() ASSAY_EXCLUDES(mutex_);
  // What is decided so far.
  Results Known() const ASSAY_EXCLUDES(mutex_);

 private:
  struct Item {
    Submission submission;
    TicketPtr ticket;
    int failures = 0;  // of ours
  };

  // Hands over what is ready until the window or the queue is full.
  void Pump() ASSAY_EXCLUDES(mutex_);
  void OnRefused(size_t index, const Error& error) ASSAY_EXCLUDES(mutex_);
  void OnDone(size_t index, const SubmissionResult& result) ASSAY_EXCLUDES(mutex_);
  void Record(size_t index, SubmissionResult result) ASSAY_EXCLUDES(mutex_);
  void TryAgainIn(Nanoseconds pause);
  // The server stops: what is known is all there will be.
  void GiveUp() ASSAY_EXCLUDES(mutex_);

  const BatchParts parts_;
  mutable Mutex mutex_;
  Done done_ ASSAY_GUARDED_BY(mutex_);  // null: over
  std::vector<Item> items_ ASSAY_GUARDED_BY(mutex_);
  Results results_ ASSAY_GUARDED_BY(mutex_);
  std::deque<size_t> ready_ ASSAY_GUARDED_BY(mutex_);
  size_t in_flight_ ASSAY_GUARDED_BY(mutex_) = 0;
  size_t open_ ASSAY_GUARDED_BY(mutex_);
  bool pumping_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay
