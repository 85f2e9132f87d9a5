#include "apps/mcp/remote_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "apps/setup/input_file.h"
#include "base/cancel.h"
#include "base/text.h"
#include "service/remote_judge.h"

namespace assay {
namespace {

constexpr int kThreads = 16;
constexpr int64_t kMostQueuedBytes = 64 << 20;
constexpr int64_t kMostAnswerBytes = 256 << 20;
// Longer than any submission may take beside its time in a queue: nothing waits for ever.
constexpr auto kLongestAnswer = std::chrono::hours(2);

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "client", 0, std::move(message)};
}

HttpClientOptions ClientOptions(const RemoteServer& server) {
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

RemoteBackend::RemoteBackend(const RemoteServer& server)
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
  if (answer.status == 401 || answer.status == 403) {
    // Nothing that whoever calls the tool could correct.
    return {.failure = fmt::format("{} refuses this client with HTTP status {}: {}", server_.url,
                                   answer.status,
                                   server_.token.empty() ? "does it want a --token-file?"
                                                         : "does it want another token?")};
  }
  return answer;
}

Result<RemoteServer> ReadRemoteServer(const std::string& url, const std::string& ca_file,
                                      const std::string& token_file) {
  RemoteServer server;
  ASSAY_ASSIGN_OR_RETURN(server.url, service::ServerAddress(url, ca_file));
  server.ca_file = ca_file;
  if (token_file.empty()) return server;
  const auto token = ReadTextFile(token_file);
  if (!token.ok()) return Invalid("--token-file: " + token.error().message);
  server.token = std::string(TrimAsciiSpace(*token));
  const bool plain = std::all_of(server.token.begin(), server.token.end(),
                                 [](char c) { return c > ' ' && c < '\x7f'; });
  if (server.token.empty() || !plain) {
    return Invalid(fmt::format("--token-file: {} holds no token: one line of ASCII", token_file));
  }
  return server;
}

}  // namespace assay
