// VerifyRun: the submissions of one request on their way through the engine. Knows nothing of how
// they are answered: routes that judge programs among other things use it, too.
//
// Admission: when the engine refuses the first submission the whole request is refused and nothing
// has run. After that the request is in: at most kMaxInFlight of its submissions are with the
// engine at a time, and the next is handed over when one finishes, so a batch larger than the queue
// still goes through. A submission refused while none of the request's own is in flight is reported
// as having no verdict, reason "queue_full". One the engine calls invalid is refused when it is
// alone, else reported as the problem's fault, reason "invalid_submission". One that names a
// problem unknown here is reported likewise, reason "unknown_problem", and so is one of a list
// whose own fields are faulty: with each fault, and as "invalid_submission". One whose sandbox
// could not be read has no verdict, reason "infrastructure".
//
// Thread-safe; kept alive by the engine's callbacks.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "api/native/verify_batch.h"
#include "api/shared/submit_sink.h"
#include "base/mutex.h"

namespace assay {

class VerifyRun : public std::enable_shared_from_this<VerifyRun> {
 public:
  static constexpr size_t kMaxInFlight = 1024;

  struct Listener {
    // The request is refused: nothing ran, and nothing follows.
    std::function<void(const Error& error)> refused;
    // A task has its result, each once. Any thread, and several at a time.
    std::function<void(size_t index, const VerifyTask& task, const SubmissionResult& result)> done;
  };

  // `sink` outlives the run. `single`: the request is one submission, not a list. A listener must
  // not keep the run alive, which keeps the listener.
  VerifyRun(SubmitSink& sink, std::vector<VerifyTask> tasks, bool single, Listener listener);
  // Returns whether the request is in; otherwise it was refused.
  bool Start();
  // Ends what runs, which is still reported; what wasn't handed over never is.
  void Cancel();

 private:
  // Hands over submissions until the window is full.
  void Pump();
  // Deals with one refusal; `finished_before`: results there were when it was attempted. Returns
  // whether to go on handing over.
  bool OnRefused(size_t index, size_t finished_before, const Error& error);
  // What the request itself doesn't allow to judge.
  void OnUnjudgeable(size_t index);
  void OnDone(size_t index, const SubmissionResult& result);
  // What never ran.
  void ReportUnjudged(size_t index, const SubmissionResult& result);

  SubmitSink& sink_;
  const bool single_;
  const Listener listener_;
  // Of each the submission is used once, by whoever pumps, and the rest by whoever has the result.
  std::vector<VerifyTask> tasks_;

  Mutex mutex_;
  std::vector<TicketPtr> tickets_ ASSAY_GUARDED_BY(mutex_);
  std::vector<bool> done_ ASSAY_GUARDED_BY(mutex_);
  size_t next_ ASSAY_GUARDED_BY(mutex_) = 0;
  size_t in_flight_ ASSAY_GUARDED_BY(mutex_) = 0;
  size_t finished_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool pumping_ ASSAY_GUARDED_BY(mutex_) = false;
  bool admitted_ ASSAY_GUARDED_BY(mutex_) = false;
  bool over_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace assay
