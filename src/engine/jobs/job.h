// Job: the state of one submission between admission and its result. A state machine: asked what
// can run next, told what happened; it owns no thread and calls nobody but grading's pure
// functions.
//
//   the candidate's compile ─┐
//   its judges' compiles ────┴─> tests in input order ─> finished
//
// Tests wait for all compiles, so that a test's checker runs on the same slot right after the
// candidate. A checker that doesn't compile fails only the tests that need it.
//
// A submission without a program is finished as it is made: nothing of it is run.
//
// With StopPolicy::kFirstFailure, once test k isn't accepted, tests after k aren't started, those
// running are stopped, and those before k are finished, since one of them may fail earlier still.
//
// Externally synchronised, but for plan(), which never changes.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "engine/jobs/task.h"
#include "engine/schedule/scheduler.h"
#include "judging/plan/plan.h"

namespace assay {

class Job {
 public:
  enum class StopReason { kCancelled, kTotalTimeout };

  Job(JobPlan plan, SteadyTime admitted);

  const JobPlan& plan() const { return plan_; }
  const std::string& compile_key(size_t program) const {
    return plan_.programs[program].compile_key;
  }

  SteadyTime admitted() const { return admitted_; }
  // Of the first task; nothing while none has started.
  std::optional<SteadyTime> first_start() const { return first_start_; }
  // While held nothing starts: an identical submission is being run.
  void SetHeld(bool held) { held_ = held; }
  bool held() const { return held_; }
  // Tests start in this order instead of input order; empty: input order. REQUIRES: kRunAll, a
  // permutation, nothing started.
  void SetOrder(std::vector<size_t> order);

  Runnable runnable() const;
  // All is decided and nothing is running: TakeResult may be called.
  bool finished() const;

  // Set when the next task is a compile, which the caller may find in the cache instead: of which
  // program.
  std::optional<size_t> NextCompile() const;
  // Waits for another job's identical compile: not runnable until OnCompiled or Unpark.
  void Park(size_t program);
  void Unpark(size_t program);
  bool parked(size_t program) const { return compiles_[program] == CompileState::kParked; }
  // The compile was found or landed elsewhere.
  void OnCompiled(size_t program, const CompileRunPtr& run);

  // REQUIRES: runnable() != kNone.
  Task Start(SteadyTime now);
  void OnTaskEnd(const Task& task, TaskOutcome outcome, SteadyTime now);

  // Skips what hasn't started and stops what is running. Idempotent; a cancellation is remembered
  // even after the total time was over.
  void Stop(StopReason reason, SteadyTime now);

  bool cancelled() const { return cancelled_; }

  // Set once the first task has started, when the submission has a total timeout.
  std::optional<SteadyTime> deadline() const;

  // REQUIRES: finished(). Called once. Everything but toolchain and tier is filled in.
  SubmissionResult TakeResult(SteadyTime now);

 private:
  enum class CompileState { kReady, kParked, kRunning, kDone };
  struct Running {
    Task::Kind kind;
    size_t test;
    std::shared_ptr<CancelToken> cancel;
    SteadyTime began;
  };

  bool compiled() const;
  size_t running_tests() const;
  size_t TestAt(size_t place) const { return order_.empty() ? place : order_[place]; }
  // Skips every test not started; nothing more will be.
  void Close(const TestResult& why);
  void StopRunning();
  void OnCompileFailed(size_t program, const Error& error);
  void OnTested(size_t test, TestResult result);
  TestResult StoppedResult() const;
  Nanoseconds busy(SteadyTime now) const;
  void NoteStage(const Task& task, SteadyTime began, SteadyTime ended);

  const JobPlan plan_;
  const SteadyTime admitted_;
  std::optional<SteadyTime> first_start_;

  // Of each of the plan's programs.
  std::vector<CompileState> compiles_;
  std::vector<ReadyProgram> ready_;

  std::vector<TestResult> results_;
  std::vector<size_t> order_;  // empty: input order
  size_t next_ = 0;            // place in the order of the first test not started
  size_t end_;                 // places from here on needn't be started
  bool closed_ = false;
  std::vector<Running> running_;

  bool held_ = false;
  bool cancelled_ = false;
  std::optional<TestResult> stopped_;  // what becomes of tests stopped before their end

  // Time with at least one task running: tells a slow candidate from a busy server.
  Nanoseconds busy_{0};
  SteadyTime busy_since_{};
  std::vector<StageTime> stages_;
};

}  // namespace assay
