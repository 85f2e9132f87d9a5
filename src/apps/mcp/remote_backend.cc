#include "apps/mcp/remote_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/cancel.h"

namespace assay {
namespace {

constexpr int kThreads = 16;
constexpr int64_t kMostQueuedBytes = 64 << 20;
constexpr int64_t kMostAnswerBytes = 256 << 20;
// Longer than any submission may take beside its time in a queue: nothing waits for ever.
constexpr auto kLongestAnswer = std::chrono::hours(2);

HttpClientOptions ClientOptions(const service::RemoteServer& server) {
  HttpClientOptions options;
  options.ca_file = server.ca_file;
  options.max_answer_bytes = kMostAnswerBytes;
  return options;
}

}  // namespace

class RemoteBackend::Waiting final : public McpBackend::Pending {
 public:
  explicit Waiting(Done done) : done_(std::move(done)) {}

  void Cancel() override {
    TakeDone();
    cancel_.Cancel();
  }
  void Finish(McpAnswer answer) {
    if (const Done done = TakeDone()) done(std::move(answer));
  }
  const CancelToken& cancel() const { return cancel_; }

 private:
  Done TakeDone() {
    MutexLock lock(mutex_);
    return std::exchange(done_, nullptr);
  }

  CancelToken cancel_;
  Mutex mutex_;
  Done done_ ASSAY_GUARDED_BY(mutex_);
};

RemoteBackend::RemoteBackend(const service::RemoteServer& server)
    : server_(server), http_(ClientOptions(server)), threads_(kMostQueuedBytes, kThreads) {}

RemoteBackend::~RemoteBackend() {
  MutexLock lock(mutex_);
  ending_ = true;
  for (const auto& each : waiting_) each->Cancel();
}

std::weak_ptr<McpBackend::Pending> RemoteBackend::Ask(McpQuestion question, Done done) {
  auto waiting = std::make_shared<Waiting>(std::move(done));
  {
    MutexLock lock(mutex_);
    if (!ending_) waiting_.insert(waiting);
  }
  const auto bytes = static_cast<int64_t>(question.body.size()) + 1024;
  const bool taken = threads_.Submit(bytes, [this, waiting, question = std::move(question)] {
    if (!waiting->cancel().cancelled()) waiting->Finish(Send(question, waiting->cancel()));
    MutexLock lock(mutex_);
    waiting_.erase(waiting);
  });
  if (!taken) {
    {
      MutexLock lock(mutex_);
      waiting_.erase(waiting);
    }
    waiting->Finish({.status = 429, .body = R"({"error":{"message":"too many calls wait"}})"});
  }
  return waiting;
}

McpAnswer RemoteBackend::Send(const McpQuestion& question, const CancelToken& cancel) {
  HttpCall call;
  call.method = question.method;
  call.url = server_.url + question.path;
  call.headers = {{"Content-Type", "application/json"}};
  if (!server_.token.empty()) call.headers.emplace_back("Authorization", "Bearer " + server_.token);
  call.body = question.body;
  call.deadline = std::chrono::steady_clock::now() + kLongestAnswer;
  call.cancel = &cancel;
  const Result<HttpResponse> response = http_.Send(call);
  if (!response.ok()) return {.failure = server_.url + ": " + response.error().message};
  McpAnswer answer{.status = response->status, .body = response->body};
  for (const auto& [name, value] : response->headers) {
    if (name != "retry-after") continue;
    std::from_chars(value.data(), value.data() + value.size(), answer.retry_after_s);
    answer.retry_after_s = std::clamp(answer.retry_after_s, 1, 3600);
  }
  // That a list isn't for this client is an answer.
  if (answer.status == 401 || (answer.status == 403 && question.method != "GET")) {
    // Nothing that whoever calls the tool could correct.
    return {.failure = fmt::format(
                "{} refuses this client with HTTP status {}: {}", server_.url, answer.status,
                server_.token.empty() ? "does it want a token (--token-file, ASSAY_TOKEN)?"
                                      : "does it want another token?")};
  }
  return answer;
}

}  // namespace assay
