#include "engine/jobs/job.h"

#include <algorithm>
#include <string>
#include <utility>

#include "judging/outcome.h"

namespace assay {
namespace {

TestResult Skipped(Cause cause, Reason reason, std::string message) {
  TestResult result;
  result.verdict = Verdict::kSkipped;
  result.cause = cause;
  result.reason = reason;
  result.message = std::move(message);
  return result;
}

}  // namespace

Job::Job(JobPlan plan, SteadyTime admitted)
    : plan_(std::move(plan)),
      admitted_(admitted),
      ready_(plan_.programs.size()),
      results_(plan_.tests().size()),
      end_(plan_.tests().size()) {
  for (const PlannedProgram& program : plan_.programs) {
    compiles_.push_back(program.compile_key.empty() ? CompileState::kDone : CompileState::kReady);
  }
  if (HasNoCode(plan_.submission)) {
    Close(Skipped(Cause::kCandidate, Reason::kNoCode, "there is no program"));
  }
}

bool Job::compiled() const {
  return std::all_of(compiles_.begin(), compiles_.end(),
                     [](CompileState state) { return state == CompileState::kDone; });
}

size_t Job::running_tests() const {
  return static_cast<size_t>(
      std::count_if(running_.begin(), running_.end(),
                    [](const Running& running) { return running.kind == Task::Kind::kTest; }));
}

void Job::SetOrder(std::vector<size_t> order) {
  if (closed_) return;  // nothing will start
  ASSAY_CHECK(plan_.submission.stop == StopPolicy::kRunAll && next_ == 0);
  ASSAY_CHECK(order.empty() || order.size() == results_.size());
  order_ = std::move(order);
}

std::optional<size_t> Job::NextCompile() const {
  if (closed_ || held_) return std::nullopt;
  for (size_t program = 0; program < compiles_.size(); ++program) {
    if (compiles_[program] == CompileState::kReady) return program;
  }
  return std::nullopt;
}

Runnable Job::runnable() const {
  if (closed_ || held_) return Runnable::kNone;
  if (const auto program = NextCompile()) {
    // A compile error of the candidate's makes its judges superfluous.
    const bool needed =
        *program == kCandidateProgram || compiles_[kCandidateProgram] == CompileState::kDone;
    return needed ? Runnable::kOrdinary : Runnable::kSpeculative;
  }
  if (!compiled() || next_ >= end_) return Runnable::kNone;
  if (plan_.submission.stop == StopPolicy::kRunAll) return Runnable::kOrdinary;
  return running_tests() == 0 ? Runnable::kOrdinary : Runnable::kSpeculative;
}

bool Job::finished() const {
  return running_.empty() && (closed_ || (compiled() && next_ >= end_));
}

void Job::Park(size_t program) {
  ASSAY_CHECK(compiles_[program] == CompileState::kReady);
  compiles_[program] = CompileState::kParked;
}

void Job::Unpark(size_t program) {
  ASSAY_CHECK(parked(program));
  compiles_[program] = CompileState::kReady;
}

void Job::OnCompiled(size_t program, const CompileRunPtr& run) {
  compiles_[program] = CompileState::kDone;
  const Judgement judgement = GradeCompile(*run);
  const bool accepted = judgement.verdict == Verdict::kAccepted;
  if (program == kCandidateProgram) {
    ready_[program].compiled = run;
    if (accepted) return;
    Close(Skipped(judgement.cause, judgement.reason, "the program didn't compile"));
    StopRunning();
  } else if (accepted) {
    ready_[program].compiled = run;
  } else {
    ready_[program].fault =
        Judgement{Verdict::kJudgeError, Cause::kProblem, Reason::kCheckerCompileError,
                  "the problem's checker doesn't compile: " + judgement.message};
  }
}

void Job::OnCompileFailed(size_t program, const Error& error) {
  compiles_[program] = CompileState::kDone;
  if (program != kCandidateProgram) {
    ready_[program].fault = InfrastructureJudgement(error);
    return;
  }
  Close(InfrastructureFault(error));
  StopRunning();
}

Task Job::Start(SteadyTime now) {
  ASSAY_CHECK(runnable() != Runnable::kNone);
  if (!first_start_) first_start_ = now;
  if (running_.empty()) busy_since_ = now;
  Task task;
  task.cancel = std::make_shared<CancelToken>();
  task.deadline = deadline().value_or(SteadyTime::max());
  if (const auto program = NextCompile()) {
    task.kind = Task::Kind::kCompile;
    task.program = *program;
    compiles_[*program] = CompileState::kRunning;
  } else {
    task.kind = Task::Kind::kTest;
    task.test = TestAt(next_++);
    task.ready = ready_;
  }
  running_.push_back({task.kind, task.test, task.cancel, now});
  return task;
}

void Job::OnTaskEnd(const Task& task, TaskOutcome outcome, SteadyTime now) {
  const auto running = std::find_if(running_.begin(), running_.end(), [&](const Running& other) {
    return other.cancel == task.cancel;
  });
  ASSAY_CHECK(running != running_.end());
  NoteStage(task, running->began, now);
  running_.erase(running);
  if (running_.empty()) busy_ += now - busy_since_;

  const auto* stopped = std::get_if<TaskStopped>(&outcome);
  if (stopped != nullptr && stopped->total_timeout) Stop(StopReason::kTotalTimeout, now);
  if (task.kind == Task::Kind::kTest) {
    OnTested(task.test,
             stopped != nullptr ? StoppedResult() : std::get<TestResult>(std::move(outcome)));
  } else if (stopped != nullptr) {
    compiles_[task.program] = CompileState::kDone;  // closed: nothing will ask for the artifacts
  } else if (closed_) {
    compiles_[task.program] = CompileState::kDone;
    if (const auto* run = std::get_if<CompileRunPtr>(&outcome);
        run != nullptr && task.program == kCandidateProgram) {
      ready_[task.program].compiled = *run;
    }
  } else if (const auto* run = std::get_if<CompileRunPtr>(&outcome)) {
    OnCompiled(task.program, *run);
  } else {
    OnCompileFailed(task.program, std::get<Error>(outcome));
  }
}

void Job::NoteStage(const Task& task, SteadyTime began, SteadyTime ended) {
  if (plan_.submission.origin.trace == nullptr) return;
  const bool compile = task.kind == Task::Kind::kCompile;
  stages_.push_back({compile ? StageTime::Kind::kCompile : StageTime::Kind::kTest,
                     compile ? task.program : task.test, began - admitted_, ended - admitted_});
}

void Job::OnTested(size_t test, TestResult result) {
  // A stopped test is one after the first failure, or the whole job was stopped: no failure itself.
  const bool failed = result.verdict != Verdict::kAccepted && result.verdict != Verdict::kSkipped;
  results_[test] = std::move(result);
  if (!failed || plan_.submission.stop == StopPolicy::kRunAll || test + 1 >= end_) return;
  end_ = test + 1;
  for (const Running& other : running_) {
    if (other.kind == Task::Kind::kTest && other.test > test) other.cancel->Cancel();
  }
}

TestResult Job::StoppedResult() const {
  if (stopped_) return *stopped_;
  return Skipped(Cause::kCandidate, Reason::kEarlierTestFailed, "an earlier test failed");
}

void Job::Close(const TestResult& why) {
  if (closed_) return;
  closed_ = true;
  for (size_t i = next_; i < results_.size(); ++i) results_[TestAt(i)] = why;
  next_ = results_.size();
}

void Job::StopRunning() {
  for (const Running& running : running_) running.cancel->Cancel();
}

Nanoseconds Job::busy(SteadyTime now) const {
  return running_.empty() ? busy_ : busy_ + (now - busy_since_);
}

void Job::Stop(StopReason reason, SteadyTime now) {
  if (reason == StopReason::kCancelled) cancelled_ = true;
  if (!stopped_) {
    if (reason == StopReason::kCancelled) {
      stopped_ = Skipped(Cause::kCancelled, Reason::kCancelled, "the submission was cancelled");
    } else {
      // Waiting for a slot is our doing. Only when the submission's own runs took at least half of
      // its time is the candidate what ran it out.
      const bool own = 2 * busy(now) >= plan_.submission.total_timeout;
      stopped_ = Skipped(own ? Cause::kCandidate : Cause::kInfrastructure, Reason::kTotalTimeout,
                         own ? "the submission's total time was over"
                             : "the total time was over, most of it spent waiting for a slot");
    }
  }
  Close(*stopped_);
  StopRunning();
}

std::optional<SteadyTime> Job::deadline() const {
  const Nanoseconds total = plan_.submission.total_timeout;
  if (!first_start_ || total == Nanoseconds{0}) return std::nullopt;
  // A bound beyond the clock's range is none.
  if (total >= SteadyTime::max() - *first_start_) return std::nullopt;
  return *first_start_ + total;
}

SubmissionResult Job::TakeResult(SteadyTime now) {
  ASSAY_CHECK(finished());
  // What ran beyond the first failure depends on how many slots were free: it isn't shown.
  for (size_t i = end_; i < results_.size(); ++i) {
    results_[i] = Skipped(Cause::kCandidate, Reason::kEarlierTestFailed, "an earlier test failed");
  }
  SubmissionResult result;
  result.limits = plan_.submission.limits;
  result.tests = std::move(results_);
  result.stages = std::move(stages_);
  if (const CompileRunPtr& compiled = ready_[kCandidateProgram].compiled; compiled != nullptr) {
    result.compile = *compiled;
    result.compile->files.clear();
  }
  const bool one_process = std::any_of(result.tests.begin(), result.tests.end(),
                                       [](const TestResult& test) { return test.shared_process; });
  result.separation = one_process ? "none" : "process";
  result.queue_time = first_start_.value_or(now) - admitted_;
  result.total_time = first_start_ ? now - *first_start_ : Nanoseconds{0};
  Aggregate(plan_.submission, &result);
  if (cancelled_) {
    result.verdict = Verdict::kSkipped;
    result.cause = Cause::kCancelled;
    result.reason = Reason::kCancelled;
    result.message = "the submission was cancelled";
    result.score.reset();
  }
  return result;
}

}  // namespace assay
