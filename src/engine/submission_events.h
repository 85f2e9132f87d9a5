// What a submission's sender has of it, and who else is told: its ticket, its callback, the
// observer.
#pragma once

#include <functional>
#include <memory>

#include "judging/runs/runner_runs.h"
#include "model/submission.h"
#include "model/submission_result.h"

namespace assay {

// Called once for each admitted submission.
using SubmissionDone = std::function<void(SubmissionResult)>;

// Handle on an admitted submission. Copies refer to the same one.
class Ticket {
 public:
  virtual ~Ticket() = default;
  // Stops it as soon as possible; its callback still comes, with Cause::kCancelled if it was not
  // finished by then. Idempotent.
  virtual void Cancel() = 0;
  // As Cancel, when nothing of it has run and it doesn't wait for an identical one that does.
  // Returns whether it did anything.
  virtual bool CancelUnlessStarted() = 0;
};
using TicketPtr = std::shared_ptr<Ticket>;

// Told of every finished run and submission; implemented by api's metrics. Thread-safe.
class EngineObserver : public RunObserver {
 public:
  virtual void OnSubmission(const Submission& submission, const SubmissionResult& result) = 0;
};

}  // namespace assay
