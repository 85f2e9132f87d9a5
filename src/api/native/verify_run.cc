#include "api/native/verify_run.h"

#include <utility>

namespace assay {

VerifyRun::VerifyRun(SubmitSink& sink, std::vector<VerifyTask> tasks, bool single,
                     Listener listener)
    : sink_(sink),
      single_(single),
      listener_(std::move(listener)),
      tasks_(std::move(tasks)),
      tickets_(tasks_.size()),
      done_(tasks_.size()) {}

bool VerifyRun::Start() {
  Pump();
  MutexLock lock(mutex_);
  return admitted_ || tasks_.empty();
}

void VerifyRun::Pump() {
  {
    MutexLock lock(mutex_);
    if (pumping_) return;  // whoever is pumping looks again
    pumping_ = true;
  }
  while (true) {
    size_t index;
    size_t finished_before;
    {
      MutexLock lock(mutex_);
      if (over_ || next_ == tasks_.size() || in_flight_ >= kMaxInFlight) {
        pumping_ = false;
        return;
      }
      index = next_++;
      ++in_flight_;
      finished_before = finished_;
    }
    if (tasks_[index].unknown_problem || tasks_[index].unread ||
        !tasks_[index].echo.faults.empty()) {
      OnUnjudgeable(index);
      continue;
    }
    // Kept for another try should the engine be full; sharing test data, a copy is small.
    Submission submission = tasks_[index].submission;
    auto ticket = sink_.Submit(std::move(submission),
                               [self = shared_from_this(), index](const SubmissionResult& result) {
                                 self->OnDone(index, result);
                               });
    if (!ticket.ok()) {
      if (!OnRefused(index, finished_before, ticket.error())) return;
      continue;
    }
    tasks_[index].submission = {};
    bool cancel;
    {
      MutexLock lock(mutex_);
      admitted_ = true;
      cancel = over_;
      if (!done_[index]) tickets_[index] = ticket.value();
    }
    if (cancel) ticket.value()->Cancel();
  }
}

bool VerifyRun::OnRefused(size_t index, size_t finished_before, const Error& error) {
  const bool invalid = error.code == ErrorCode::kInvalidArgument;
  bool refuse_all = false;
  {
    MutexLock lock(mutex_);
    --in_flight_;
    if (!invalid && finished_ != finished_before) {  // room may have come meanwhile
      next_ = index;
      return true;
    }
    if (!invalid && in_flight_ > 0) {  // the next one that finishes tries again
      next_ = index;
      pumping_ = false;
      return false;
    }
    refuse_all = !admitted_ && (!invalid || single_);
    if (refuse_all) over_ = true;
    if (invalid) admitted_ = true;
    if (over_) pumping_ = false;
  }
  if (refuse_all) {
    listener_.refused(error);
    return false;
  }
  SubmissionResult result;
  result.verdict = invalid ? Verdict::kJudgeError : Verdict::kInternalError;
  result.cause = invalid ? Cause::kProblem : Cause::kInfrastructure;
  result.reason = invalid ? Reason::kInvalidSubmission : Reason::kQueueFull;
  result.message = error.message;
  ReportUnjudged(index, result);
  return true;
}

void VerifyRun::OnUnjudgeable(size_t index) {
  {
    MutexLock lock(mutex_);
    --in_flight_;
    admitted_ = true;
  }
  SubmissionResult result;
  result.verdict = Verdict::kJudgeError;
  result.cause = Cause::kProblem;
  if (tasks_[index].unknown_problem) {
    result.reason = Reason::kUnknownProblem;
    result.message = *tasks_[index].unknown_problem;
  } else if (tasks_[index].unread) {
    result.verdict = Verdict::kInternalError;
    result.cause = Cause::kInfrastructure;
    result.reason = Reason::kInfrastructure;
    result.message = "its sandbox could not be read: " + tasks_[index].unread->message;
  } else {
    const FieldError& first = tasks_[index].echo.faults.errors().front();
    result.reason = Reason::kInvalidSubmission;
    result.message = ToString(first.path) + ": " + first.message;
  }
  ReportUnjudged(index, result);
}

void VerifyRun::ReportUnjudged(size_t index, const SubmissionResult& result) {
  tasks_[index].echo.bundle = nullptr;  // there is nothing to reproduce
  {
    MutexLock lock(mutex_);
    done_[index] = true;
    ++finished_;
  }
  listener_.done(index, tasks_[index], result);
}

void VerifyRun::OnDone(size_t index, const SubmissionResult& result) {
  listener_.done(index, tasks_[index], result);
  {
    MutexLock lock(mutex_);
    --in_flight_;
    admitted_ = true;
    tickets_[index] = nullptr;
    done_[index] = true;
    ++finished_;
  }
  Pump();
}

void VerifyRun::Cancel() {
  std::vector<TicketPtr> tickets;
  {
    MutexLock lock(mutex_);
    over_ = true;
    tickets.swap(tickets_);
    tickets_.resize(tasks_.size());
  }
  for (const TicketPtr& ticket : tickets) {
    if (ticket) ticket->Cancel();
  }
}

}  // namespace assay
