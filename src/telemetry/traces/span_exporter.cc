#include "telemetry/traces/span_exporter.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <random>
#include <utility>

#include "base/log.h"
#include "telemetry/traces/otlp_json.h"

namespace assay {
namespace {

constexpr auto kFarewell = std::chrono::seconds(2);
constexpr int64_t kMostAnswerBytes = 64 << 10;

// What OTLP has a client try again.
bool IsCrowded(int status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

double ThreadCpuSeconds() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

double Random() {
  thread_local std::minstd_rand generator(std::random_device{}());
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

}  // namespace

SpanExporter::SpanExporter(TraceOptions options, std::string version)
    : options_(std::move(options)),
      version_(std::move(version)),
      retry_{.max_attempts = 6,
             .first_wait = std::chrono::seconds(1),
             .longest_wait = std::chrono::seconds(30),
             .longest_retry_after = std::chrono::minutes(1)},
      http_({.ca_file = options_.ca_file,
             .environment_proxies = true,
             .connect_timeout = options_.timeout,
             .max_answer_bytes = kMostAnswerBytes}),
      thread_([this] { Work(); }) {}

SpanExporter::~SpanExporter() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    end_ = std::chrono::steady_clock::now() + kFarewell;
    changed_.NotifyAll();
  }
  cancel_.Cancel();
  thread_.join();
}

void SpanExporter::Add(std::vector<Span> spans) {
  MutexLock lock(mutex_);
  const auto room = static_cast<size_t>(
      std::max<int64_t>(0, options_.max_queued - static_cast<int64_t>(queue_.size())));
  const size_t taken = std::min(room, spans.size());
  stats_.dropped_full += static_cast<int64_t>(spans.size() - taken);
  if (taken == 0) return;
  const bool was_empty = queue_.empty();
  if (was_empty) oldest_ = std::chrono::steady_clock::now();
  const auto before = static_cast<int64_t>(queue_.size());
  std::move(spans.begin(), spans.begin() + static_cast<ptrdiff_t>(taken),
            std::back_inserter(queue_));
  const bool filled =
      before < options_.max_batch && static_cast<int64_t>(queue_.size()) >= options_.max_batch;
  if (was_empty || filled) changed_.NotifyAll();
}

SpanExporter::Stats SpanExporter::stats() const {
  MutexLock lock(mutex_);
  Stats stats = stats_;
  stats.queued = static_cast<int64_t>(queue_.size());
  return stats;
}

std::vector<Span> SpanExporter::Take() {
  MutexLock lock(mutex_);
  while (!ending_ && static_cast<int64_t>(queue_.size()) < options_.max_batch) {
    if (queue_.empty()) {
      changed_.Wait(mutex_);
    } else if (const SteadyTime due = oldest_ + options_.delay;
               std::chrono::steady_clock::now() >= due) {
      break;
    } else {
      changed_.WaitUntil(mutex_, due);
    }
  }
  const auto count =
      static_cast<ptrdiff_t>(std::min(queue_.size(), static_cast<size_t>(options_.max_batch)));
  std::vector<Span> batch(std::make_move_iterator(queue_.begin()),
                          std::make_move_iterator(queue_.begin() + count));
  queue_.erase(queue_.begin(), queue_.begin() + count);
  // Those that are left came later than the first; a little early is fine.
  oldest_ = std::chrono::steady_clock::now();
  return batch;
}

void SpanExporter::Work() {
  while (true) {
    const std::vector<Span> batch = Take();
    if (batch.empty()) return;
    Send(batch);
    const double cpu_s = ThreadCpuSeconds();
    MutexLock lock(mutex_);
    stats_.cpu_s = cpu_s;
  }
}

void SpanExporter::Send(const std::vector<Span>& batch) {
  int64_t rejected = 0;
  const Outcome outcome =
      SendWithRetries(OtlpTraces(batch, options_.resource, version_), &rejected);
  Log(outcome, last_fault_);
  const auto count = static_cast<int64_t>(batch.size());
  rejected = std::min(rejected, count);
  MutexLock lock(mutex_);
  switch (outcome) {
    case Outcome::kSent:
      stats_.sent += count - rejected;
      stats_.dropped_refused += rejected;
      break;
    case Outcome::kRefused: stats_.dropped_refused += count; break;
    case Outcome::kFailed: stats_.dropped_failed += count; break;
  }
}

SpanExporter::Outcome SpanExporter::SendWithRetries(const std::string& body, int64_t* rejected) {
  for (int attempt = 1;; ++attempt) {
    const bool last = ending() || attempt == retry_.max_attempts;
    std::optional<Nanoseconds> wait;
    const Outcome outcome = Try(body, rejected, &wait);
    if (outcome == Outcome::kSent || !wait || last) return outcome;
    Log(outcome, last_fault_);
    const Nanoseconds longest = WaitBefore(attempt, retry_, Random());
    // At the end what it has gets its last try.
    Sleep(std::min(std::max(*wait, longest), retry_.longest_retry_after));
    MutexLock lock(mutex_);
    ++stats_.retries;
  }
}

SpanExporter::Outcome SpanExporter::Try(const std::string& body, int64_t* rejected,
                                        std::optional<Nanoseconds>* wait) {
  HttpCall call;
  call.url = options_.url;
  call.headers = options_.headers;
  call.headers.emplace_back("Content-Type", "application/json");
  call.body = body;
  {
    MutexLock lock(mutex_);
    call.deadline = std::min(end_, std::chrono::steady_clock::now() + options_.timeout);
    if (!ending_) call.cancel = &cancel_;
  }
  const auto response = http_.Send(call);
  if (!response.ok()) {
    last_fault_ = response.error().message;
    *wait = Nanoseconds{0};
    return Outcome::kFailed;
  }
  if (response->status >= 200 && response->status < 300) {
    *rejected = RejectedSpans(response->body);
    return Outcome::kSent;
  }
  last_fault_ = "it answers with status " + std::to_string(response->status);
  if (!IsCrowded(response->status)) return Outcome::kRefused;
  *wait = RetryAfterOf(*response, std::chrono::system_clock::now()).value_or(Nanoseconds{0});
  return Outcome::kFailed;
}

void SpanExporter::Sleep(Nanoseconds wait) {
  const SteadyTime until = std::chrono::steady_clock::now() + wait;
  MutexLock lock(mutex_);
  while (!ending_ && changed_.WaitUntil(mutex_, until)) {
  }
}

bool SpanExporter::ending() const {
  MutexLock lock(mutex_);
  return ending_;
}

void SpanExporter::Log(Outcome outcome, const std::string& why) {
  const bool failed = outcome != Outcome::kSent;
  if (failed == std::exchange(failing_, failed)) return;
  if (failed) {
    spdlog::warn(
        "traces don't get to {}: {}; requests go on, and spans that find no room are "
        "dropped",
        options_.url, why);
  } else {
    spdlog::info("traces get to {} again", options_.shown);
  }
}

}  // namespace assay
