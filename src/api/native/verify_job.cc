#include "api/native/verify_job.h"

#include "api/shared/responses.h"

namespace assay {

VerifyJob::VerifyJob(SubmitSink& sink, HttpReplyPtr reply, VerifyBatch batch)
    : sink_(sink),
      reply_(std::move(reply)),
      stream_(batch.stream),
      single_(batch.single),
      tasks_(std::move(batch.tasks)),
      results_(tasks_.size()),
      tickets_(tasks_.size()) {}

void VerifyJob::Start() {
  Pump();
  reply_->OnDisconnect([self = weak_from_this()] {
    if (auto job = self.lock()) job->CancelAll();
  });
}

void VerifyJob::Pump() {
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
    if (tasks_[index].unknown_problem || !tasks_[index].echo.faults.empty()) {
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
      if (results_[index].empty()) tickets_[index] = ticket.value();
    }
    if (cancel) ticket.value()->Cancel();
  }
}

bool VerifyJob::OnRefused(size_t index, size_t finished_before, const Error& error) {
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
    SendRefusal(reply_, ErrorStyle::kNative, Refusal::OfEngine(error, sink_.RetryAfterSeconds()));
    return false;
  }
  SubmissionResult result;
  result.verdict = invalid ? Verdict::kJudgeError : Verdict::kInternalError;
  result.cause = invalid ? Cause::kProblem : Cause::kInfrastructure;
  result.reason = invalid ? Reason::kInvalidSubmission : Reason::kQueueFull;
  result.message = error.message;
  RecordUnjudged(index, result);
  return true;
}

void VerifyJob::OnUnjudgeable(size_t index) {
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
  } else {
    const FieldError& first = tasks_[index].echo.faults.errors().front();
    result.reason = Reason::kInvalidSubmission;
    result.message = ToString(first.path) + ": " + first.message;
  }
  RecordUnjudged(index, result);
}

void VerifyJob::RecordUnjudged(size_t index, const SubmissionResult& result) {
  tasks_[index].echo.bundle = nullptr;  // there is nothing to reproduce
  Record(index, RenderVerifyResult(tasks_[index].echo, result));
}

void VerifyJob::OnDone(size_t index, const SubmissionResult& result) {
  std::string json = RenderVerifyResult(tasks_[index].echo, result);
  {
    MutexLock lock(mutex_);
    --in_flight_;
    admitted_ = true;
    tickets_[index] = nullptr;
  }
  Record(index, std::move(json));
  Pump();
}

void VerifyJob::Record(size_t index, std::string json) {
  bool begin = false;
  bool last;
  {
    MutexLock lock(mutex_);
    last = ++finished_ == tasks_.size();
    if (stream_) {
      begin = !begun_;
      begun_ = true;
      // Under the lock, so that the head comes before every line and every line before the end.
      if (begin) {
        HttpResponse head;
        head.content_type = "application/x-ndjson";
        reply_->Begin(std::move(head));
      }
      reply_->Write(json + "\n");
      results_[index] = "-";
    } else {
      results_[index] = std::move(json);
    }
  }
  if (last) Finish();
}

void VerifyJob::Finish() {
  if (stream_) return reply_->End();
  std::string body;
  {
    MutexLock lock(mutex_);
    over_ = true;
    if (single_) {
      body = std::move(results_[0]);
    } else {
      body = R"({"results":[)";
      for (size_t i = 0; i < results_.size(); ++i) {
        if (i > 0) body += ',';
        body += results_[i];
        results_[i] = "-";
      }
      body += "]}";
    }
  }
  SendJson(reply_, 200, std::move(body));
}

void VerifyJob::CancelAll() {
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
