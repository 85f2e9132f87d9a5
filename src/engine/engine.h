// Engine: admission, a bounded queue, fair scheduling, workers and cancellation. The handler calls
// Submit; a worker compiles, runs every test through the Runner, grades, and calls back.
//
// Threading: all methods are thread-safe. Callbacks run on worker threads (or the engine's timer
// thread, so that a cancelled or timed-out submission needn't wait for a worker), must not block
// and must not call back into the engine except Submit and Ticket::Cancel. One worker thread for
// each of the runner's slots, so there are never more timed runs than slots.
//
// With StopPolicy::kFirstFailure the answer doesn't depend on how many tests ran side by side: it
// holds the results up to and including the first failing test in input order; those after it are
// skipped, even when they ran.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/engine_options.h"
#include "engine/engine_stats.h"
#include "engine/schedule/tenant_ledger.h"
#include "engine/submission_events.h"
#include "langs/language.h"
#include "model/submission.h"
#include "runner/runner.h"

namespace assay {

class Engine {
 public:
  using Done = SubmissionDone;

  // `runner`, `languages`, `clock` and `observer` (may be null) outlive the engine.
  Engine(EngineOptions options, Runner& runner, const LanguageTable& languages, const Clock& clock,
         EngineObserver* observer);
  // Cancels what is left and joins the workers; every callback has been called on return.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Errors: kInvalidArgument (Error::field and the message name the field), kUnavailable (queue
  // full or draining). On success `done` is called exactly once.
  Result<TicketPtr> Submit(Submission submission, Done done);

  // Refuses new work and waits until everything admitted has finished or the deadline has passed
  // (then cancels the rest). Returns whether all finished by themselves.
  bool Drain(SteadyTime deadline);

  EngineStats stats() const;
  // Seconds until a slot is likely free for that tenant, for Retry-After. At least 1.
  int RetryAfterSeconds(const std::string& tenant) const;
  // What each tenant has here, and has had.
  std::vector<TenantUsage> Tenants() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
