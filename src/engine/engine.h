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

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "langs/language.h"
#include "model/submission.h"
#include "model/submission_result.h"
#include "runner/runner.h"
#include "store/disk_store.h"

namespace assay {

struct EngineOptions {
  int max_queued_submissions = 4096;  // more: Submit answers kUnavailable
  // Code and test data waiting or running; a problem shared by several submissions counts once.
  int64_t max_queued_bytes = 4LL << 30;
  int runner_attempts = 3;                  // tries of one run before it is an internal error
  int64_t compile_cache_bytes = 256 << 20;  // artifacts kept in memory
  // Kept of stdout, stderr and reply of a judged test once it is graded, so that a submission of
  // many tests with large outputs doesn't fill the memory. ProblemMode::kRun keeps everything.
  int64_t kept_output_bytes = 4 << 20;
  // Verdicts remembered, see verdict_cache.h. 0: none, and identical submissions in flight each
  // run.
  int64_t verdict_cache_bytes = 64 << 20;
  // Compiled programs that survive a restart; null: none. Outlives the engine.
  DiskStore* compile_disk = nullptr;
  // Of each language whose programs are kept there: what must be the same for them to be good, the
  // toolchain's version and the compiler's file.
  std::map<std::string, std::string> toolchain_identities;
  // A judged run may exceed its time limits by this much before it is stopped: one that ends within
  // is near the limit, and further runs decide (see near_limit.h).
  int near_limit_percent = 25;
  // Of a submission's time limits and total time; see time_scale.h.
  double time_multiplier = 1;
  // Version of each language's toolchain by canonical id, stamped on results ("Python 3.11.2").
  std::map<std::string, std::string> toolchains;
};

// Counters and gauges for /metrics; a snapshot.
struct EngineStats {
  int64_t queued_submissions = 0;  // admitted, not finished
  int64_t queued_bytes = 0;
  int64_t running_tasks = 0;  // compile, test and checker runs under way
  int64_t slots = 0;
  bool draining = false;

  int64_t compiles = 0;           // compiler runs
  int64_t compile_hits = 0;       // compiles answered from memory
  int64_t compile_disk_hits = 0;  // and from disk
  int64_t compile_joins = 0;      // compiles that waited for an identical one
  int64_t compile_cache_bytes = 0;
  int64_t verdict_hits = 0;   // submissions answered from the verdict cache
  int64_t verdict_joins = 0;  // submissions that took the result of an identical one in flight
  int64_t verdict_cache_bytes = 0;
  int64_t near_limit_reruns = 0;   // further runs of tests near their limit
  int64_t near_limit_cleared = 0;  // tests that then kept it
  int64_t near_limit_refused = 0;  // tests decided by fewer runs than wanted
};

// Told of every finished run and submission; implemented by api's metrics. Thread-safe.
class EngineObserver {
 public:
  virtual ~EngineObserver() = default;
  virtual void OnRun(std::string_view language, std::string_view purpose, const RunResult& run) = 0;
  virtual void OnRunnerError(const Error& error) = 0;
  virtual void OnSubmission(const Submission& submission, const SubmissionResult& result) = 0;
};

// Handle on an admitted submission. Copies refer to the same one.
class Ticket {
 public:
  virtual ~Ticket() = default;
  // Stops it as soon as possible; its callback still comes, with Cause::kCancelled if it was not
  // finished by then. Idempotent.
  virtual void Cancel() = 0;
};
using TicketPtr = std::shared_ptr<Ticket>;

class Engine {
 public:
  using Done = std::function<void(SubmissionResult)>;

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
  // Seconds until a slot is likely free, for Retry-After. At least 1.
  int RetryAfterSeconds() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
