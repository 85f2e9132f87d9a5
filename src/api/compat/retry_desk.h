// RetryDesk: between a compatible route and the engine, so that a client that waits only so long
// still gets the answer to its work.
//
// The peers' clients wait for their compile and run time and ten seconds more, the time in our
// queue included. Of all statuses they try only a 504 again, a few times, and then count a zero
// that nobody earned. So each of their requests is answered with 504 just before that patience
// ends, its work goes on in its place in the queue, and the identical request that follows takes it
// up wherever it is: queued, running, or finished and kept. Three tries then wait three times as
// long.
//
// Identical is a request of the same route with the same bytes (by SHA-256), origin and tenant
// included where a client sends them. Each piece of work has at most one client at a time: only
// work that nobody waits for is taken up. So twenty samples of the same text are twenty runs and
// none sees another's; and which of two equal requests gets which of two equal runs is nobody's
// loss, for either is an answer to what it asked.
//
// What has no place in the queue, because it is full or because by the estimated wait all tries
// will be over long before its turn, is told so by the same late 504: at once, it would use up
// every try within seconds.
//
// Bounds: DeskOptions. What is over a bound is cancelled or let go of, the oldest first. On its
// last try, work that could no longer end in time is not begun: it would take the time of others
// that can.
//
// Thread-safe. Outlives the engine's callbacks and the server's handlers.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "api/compat/desk_options.h"
#include "api/shared/refusal.h"
#include "api/shared/submit_sink.h"
#include "base/mutex.h"
#include "net/http.h"

namespace assay {

// A request whose client has a limited patience.
struct PatientRequest {
  std::string key;          // of KeyOfTries
  Nanoseconds own_time{0};  // of its client's patience: the times it asks for
  Submission submission = {};
  // Answers it, from any thread: one of both, once at most.
  std::function<void(const HttpReplyPtr&, const SubmissionResult&)> send = {};
  std::function<void(const HttpReplyPtr&, const Refusal&)> refuse = {};
};

class RetryDesk {
 public:
  using Observer = std::function<void(DeskEvent)>;

  // `sink` and `clock` outlive the desk.
  RetryDesk(const DeskOptions& options, SubmitSink& sink, const Clock& clock, Observer observer);
  ~RetryDesk();
  RetryDesk(const RetryDesk&) = delete;
  RetryDesk& operator=(const RetryDesk&) = delete;

  // Whether the request's work was there already; the reply is then the desk's.
  bool TakeUp(const std::string& key, const HttpReplyPtr& reply) ASSAY_EXCLUDES(mutex_);
  // Submits it, and answers the reply sooner or later.
  void Serve(PatientRequest request, const HttpReplyPtr& reply) ASSAY_EXCLUDES(mutex_);

  // From now on nobody is held back: the server is stopping.
  void SetDraining(bool draining) ASSAY_EXCLUDES(mutex_);
  // Does all that is due by the clock. The desk's own thread does so in time.
  void RunDue() ASSAY_EXCLUDES(mutex_);

 private:
  class Work;
  using WorkPtr = std::shared_ptr<Work>;
  // What is to be done once the mutex is released.
  struct Actions;

  WorkPtr Open(const PatientRequest& request, const HttpReplyPtr& reply) ASSAY_EXCLUDES(mutex_);
  bool HasNoChance(const WorkPtr& work) ASSAY_EXCLUDES(mutex_);
  void HoldBack(const WorkPtr& work, std::string why) ASSAY_EXCLUDES(mutex_);
  void SetTicket(const WorkPtr& work, TicketPtr ticket) ASSAY_EXCLUDES(mutex_);
  void Answer(const WorkPtr& work, HttpResponse response) ASSAY_EXCLUDES(mutex_);

  // Makes `reply` the one that waits. The client is then to be watched.
  void Attend(const WorkPtr& work, const HttpReplyPtr& reply, Actions* actions)
      ASSAY_REQUIRES(mutex_);
  // The client of that number has left.
  void Leave(const WorkPtr& work, int arrival) ASSAY_EXCLUDES(mutex_);
  void Unattend(const WorkPtr& work) ASSAY_REQUIRES(mutex_);

  void OnDue(const WorkPtr& work, Actions* actions) ASSAY_REQUIRES(mutex_);
  void EndTry(const WorkPtr& work, Actions* actions) ASSAY_REQUIRES(mutex_);
  void Keep(const WorkPtr& work, HttpResponse response, Actions* actions) ASSAY_REQUIRES(mutex_);
  void Discard(const WorkPtr& work, Actions* actions) ASSAY_REQUIRES(mutex_);
  void Forget(const WorkPtr& work) ASSAY_REQUIRES(mutex_);
  void SetDue(const WorkPtr& work, SteadyTime due) ASSAY_REQUIRES(mutex_);

  void Perform(Actions&& actions) ASSAY_EXCLUDES(mutex_);
  void KeepTime() ASSAY_EXCLUDES(mutex_);
  bool off() const { return options_.beyond == Nanoseconds{0}; }

  const DeskOptions options_;
  SubmitSink& sink_;
  const Clock& clock_;
  const Observer observer_;

  Mutex mutex_;
  CondVar changed_;
  uint64_t last_id_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool dozes_ ASSAY_GUARDED_BY(mutex_) = false;  // the thread waits without an end
  std::map<std::pair<SteadyTime, uint64_t>, WorkPtr> due_ ASSAY_GUARDED_BY(mutex_);
  // Work that nobody waits for, by key and age.
  std::map<std::pair<std::string, uint64_t>, WorkPtr> unattended_ ASSAY_GUARDED_BY(mutex_);
  std::map<uint64_t, WorkPtr> finished_ ASSAY_GUARDED_BY(mutex_);   // of those
  std::map<uint64_t, WorkPtr> abandoned_ ASSAY_GUARDED_BY(mutex_);  // of those
  int64_t kept_bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool draining_ ASSAY_GUARDED_BY(mutex_) = false;
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::thread timekeeper_;
};

}  // namespace assay
