// Audit: judges what the peer was asked, compares its reply with ours, and keeps the count.
//
// Exchanges wait in a queue that is bounded by their bytes. Threads of its own take them, ask the
// judge the same question (again while it is full, within a bound), compare, and ask once more
// before they call something a disagreement: a program that isn't the same twice is no evidence
// against anybody.
//
// Offer, Put and Report may be called by any thread; Finish by one, once, after the last exchange.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "service/judge.h"
#include "shadow/exchange/exchange.h"
#include "shadow/report/tally.h"

namespace assay::shadow {

struct AuditOptions {
  int threads = 1;                                  // questions under way
  int64_t queue_bytes = 256LL << 20;                // of exchanges that wait
  double sample = 1;                                // share of the exchanges that are judged
  Nanoseconds patience = std::chrono::minutes(15);  // for an answer of the judge
  Nanoseconds pause = std::chrono::seconds(1);      // before a failed question is asked again
};

// A disagreement with all that is known about it.
struct Disagreement {
  int64_t index = 0;  // of the exchange, from 1 in the order in which they came
  const Exchange* exchange = nullptr;
  const Comparison* comparison = nullptr;
  int our_status = 0;
  double our_seconds = 0;
  std::string bundle = {};  // JSON; empty: there is none, and `no_bundle` says why
  std::string no_bundle = {};
  std::string our_words = {};  // verdict, reason and message of the bundle's verdict; may be empty
};
// Called by one thread at a time.
using OnDisagreement = std::function<void(const Disagreement&)>;

class Audit {
 public:
  // `judge` outlives the audit.
  Audit(service::Judge& judge, AuditOptions options, OnDisagreement on_disagreement);
  ~Audit();
  Audit(const Audit&) = delete;
  Audit& operator=(const Audit&) = delete;

  // Never waits: what the queue has no room for is counted as dropped.
  void Offer(Exchange exchange) ASSAY_EXCLUDES(mutex_);
  // Waits for room in the queue; false once the audit is stopped, or the waiting given up.
  bool Put(Exchange exchange, const CancelToken& given_up) ASSAY_EXCLUDES(mutex_);
  // Ends all: what is queued and under way is given up, and counted as such. Any thread, at once.
  void Stop() ASSAY_EXCLUDES(mutex_);
  // Whether everything queued and under way was done by the deadline.
  bool WaitUntilDone(SteadyTime deadline) ASSAY_EXCLUDES(mutex_);
  // Waits for what is queued and under way until the deadline, then stops. Put and Offer take
  // nothing any more.
  void Finish(SteadyTime deadline) ASSAY_EXCLUDES(mutex_);

  Tally Counted() const ASSAY_EXCLUDES(mutex_);
  void AddNotRecorded() ASSAY_EXCLUDES(mutex_);

 private:
  struct Waiting {
    int64_t index = 0;
    Exchange exchange;
  };
  struct Asked;

  // Whether it is to be judged; counts it when not.
  bool IsToBeJudged(const Exchange& exchange, int64_t* index) ASSAY_EXCLUDES(mutex_);
  void Push(int64_t index, Exchange exchange) ASSAY_REQUIRES(mutex_);
  void Work() ASSAY_EXCLUDES(mutex_);
  void Handle(const Waiting& waiting) ASSAY_EXCLUDES(mutex_, sink_mutex_);
  Asked Ask(service::Question question);
  // Asks once more, and takes back what our own two runs don't bear out.
  void Confirm(const Route& route, const Asked& first, const service::Question& question,
               bool every_test, Comparison* comparison);
  void AddBundle(const Waiting& waiting, const Asked& first, Disagreement* found);
  void Pause(Nanoseconds duration);

  service::Judge& judge_;
  const AuditOptions options_;
  const OnDisagreement on_disagreement_;
  CancelToken stop_;
  mutable Mutex mutex_;
  mutable CondVar changed_;
  std::deque<Waiting> queue_ ASSAY_GUARDED_BY(mutex_);
  int64_t queued_bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
  int busy_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  int64_t next_index_ ASSAY_GUARDED_BY(mutex_) = 1;
  double sampled_ ASSAY_GUARDED_BY(mutex_) = 0;  // grows by the share; at 1 the next is judged
  Tally tally_ ASSAY_GUARDED_BY(mutex_);
  Mutex sink_mutex_;
  std::vector<std::thread> threads_;
};

}  // namespace assay::shadow
