#include "api/trainers/patience/persistent_batch.h"

#include <algorithm>
#include <utility>

namespace assay {
namespace {

// The queue is full: whoever finishes makes room, so looking often finds it.
constexpr Nanoseconds kFullPause{std::chrono::milliseconds(200)};

SubmissionResult Invalid(const Error& error) {
  SubmissionResult result;
  result.verdict = Verdict::kJudgeError;
  result.cause = Cause::kProblem;
  result.reason = Reason::kInvalidSubmission;
  result.message = error.message;
  return result;
}

}  // namespace

PersistentBatch::PersistentBatch(const BatchParts& parts, std::vector<Submission> submissions,
                                 Done done)
    : parts_(parts), done_(std::move(done)), open_(submissions.size()) {
  results_.resize(submissions.size());
  items_.reserve(submissions.size());
  for (size_t i = 0; i < submissions.size(); ++i) {
    items_.push_back({std::move(submissions[i]), nullptr, 0});
    ready_.push_back(i);
  }
}

void PersistentBatch::Start() {
  Done done;
  {
    MutexLock lock(mutex_);
    if (open_ == 0) done = std::exchange(done_, nullptr);
  }
  if (done) return done({});
  Pump();
}

void PersistentBatch::Pump() {
  {
    MutexLock lock(mutex_);
    if (pumping_) return;  // whoever is pumping looks again
    pumping_ = true;
  }
  while (true) {
    size_t index;
    Submission submission;
    {
      MutexLock lock(mutex_);
      if (!done_ || ready_.empty() || in_flight_ >= kMostInFlight) {
        pumping_ = false;
        return;
      }
      index = ready_.front();
      ready_.pop_front();
      ++in_flight_;
      // Kept for another try; sharing test data, a copy is small.
      submission = items_[index].submission;
    }
    auto ticket = parts_.sink.Submit(
        std::move(submission), [self = shared_from_this(), index](const SubmissionResult& result) {
          self->OnDone(index, result);
        });
    if (!ticket.ok()) {
      OnRefused(index, ticket.error());
      if (ticket.error().code == ErrorCode::kInvalidArgument) continue;
      MutexLock lock(mutex_);
      pumping_ = false;
      return;
    }
    bool cancel;
    {
      MutexLock lock(mutex_);
      cancel = !done_;
      if (!results_[index] && done_) items_[index].ticket = *ticket;
    }
    if (cancel) (*ticket)->Cancel();
  }
}

void PersistentBatch::OnRefused(size_t index, const Error& error) {
  if (error.code == ErrorCode::kInvalidArgument) return Record(index, Invalid(error));
  {
    MutexLock lock(mutex_);
    --in_flight_;
    ready_.push_front(index);
  }
  TryAgainIn(kFullPause);
}

void PersistentBatch::OnDone(size_t index, const SubmissionResult& result) {
  const bool ours = result.cause == Cause::kInfrastructure || result.cause == Cause::kCancelled;
  if (!ours) {
    Record(index, result);
    return Pump();
  }
  Nanoseconds pause;
  {
    MutexLock lock(mutex_);
    if (!done_) return;
    --in_flight_;
    items_[index].ticket = nullptr;
    ready_.push_back(index);
    const int doublings = std::min(items_[index].failures++, 10);
    pause = std::min(kFirstPause * (1 << doublings), kLongestPause);
  }
  TryAgainIn(pause);
}

void PersistentBatch::TryAgainIn(Nanoseconds pause) {
  parts_.timers.After(pause, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    if (self->parts_.draining) return self->GiveUp();
    self->Pump();
  });
}

void PersistentBatch::Record(size_t index, SubmissionResult result) {
  Done done;
  Results all;
  {
    MutexLock lock(mutex_);
    if (!done_) return;
    --in_flight_;
    items_[index] = {};
    results_[index] = std::move(result);
    if (--open_ > 0) return;
    done = std::exchange(done_, nullptr);
    all = std::move(results_);
    results_.resize(all.size());
  }
  done(std::move(all));
}

void PersistentBatch::GiveUp() {
  Done done;
  Results all;
  {
    MutexLock lock(mutex_);
    done = std::exchange(done_, nullptr);
    if (!done) return;
    all = std::move(results_);
    results_.resize(all.size());
  }
  done(std::move(all));
}

void PersistentBatch::Cancel() {
  std::vector<TicketPtr> tickets;
  {
    MutexLock lock(mutex_);
    done_ = nullptr;
    for (Item& item : items_) {
      if (item.ticket) tickets.push_back(std::move(item.ticket));
    }
    items_.assign(items_.size(), {});
    ready_.clear();
  }
  for (const TicketPtr& ticket : tickets) ticket->Cancel();
}

PersistentBatch::Results PersistentBatch::Known() const {
  MutexLock lock(mutex_);
  return results_;
}

}  // namespace assay
