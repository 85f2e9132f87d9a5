// SpanExporter: takes spans from whoever has some and brings them to a collector, on a thread of
// its own.
//
// Who adds spans never waits: when the queue is full they are dropped and counted, whether the
// collector is slow, full (429, 503), or not there at all. A batch is tried again, later and later
// and not before the collector asks for it, for about a minute; then it is dropped, too. The first
// failure of a row is logged, and that it is over.
//
// Thread-safe. The destructor gives what is queued one more try, of two seconds at most.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "net/http_client.h"
#include "net/retry/retry.h"
#include "telemetry/traces/trace_options.h"
#include "trace/span.h"

namespace assay {

class SpanExporter final : public SpanSink {
 public:
  struct Stats {
    int64_t sent = 0;
    int64_t dropped_full = 0;     // the queue was full
    int64_t dropped_refused = 0;  // the collector doesn't want them
    int64_t dropped_failed = 0;   // it couldn't be had, for all tries
    int64_t queued = 0;
    int64_t retries = 0;
    double cpu_s = 0;  // of the thread
  };

  SpanExporter(TraceOptions options, std::string version);
  ~SpanExporter() override;
  SpanExporter(const SpanExporter&) = delete;

  void Add(std::vector<Span> spans) override ASSAY_EXCLUDES(mutex_);
  Stats stats() const ASSAY_EXCLUDES(mutex_);

 private:
  enum class Outcome { kSent, kRefused, kFailed };

  void Work() ASSAY_EXCLUDES(mutex_);
  // The next batch, when it is full or its first span has waited long enough; empty: the end.
  std::vector<Span> Take() ASSAY_EXCLUDES(mutex_);
  void Send(const std::vector<Span>& batch) ASSAY_EXCLUDES(mutex_);
  Outcome SendWithRetries(const std::string& body, int64_t* rejected) ASSAY_EXCLUDES(mutex_);
  // One try; `wait` is set when another may help.
  Outcome Try(const std::string& body, int64_t* rejected, std::optional<Nanoseconds>* wait)
      ASSAY_EXCLUDES(mutex_);
  // An end wakes it.
  void Sleep(Nanoseconds wait) ASSAY_EXCLUDES(mutex_);
  bool ending() const ASSAY_EXCLUDES(mutex_);
  void Log(Outcome outcome, const std::string& why);

  const TraceOptions options_;
  const std::string version_;
  const RetryPolicy retry_;
  HttpClient http_;
  CancelToken cancel_;      // of the call under way when it ends
  std::string last_fault_;  // the thread's
  bool failing_ = false;    // likewise

  mutable Mutex mutex_;
  CondVar changed_;
  std::deque<Span> queue_ ASSAY_GUARDED_BY(mutex_);
  SteadyTime oldest_ ASSAY_GUARDED_BY(mutex_){};  // when the first of them came
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  SteadyTime end_ ASSAY_GUARDED_BY(mutex_) = SteadyTime::max();
  Stats stats_ ASSAY_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace assay
