#include "api/mcp/router_backend.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/mutex.h"
#include "net/wire/disconnect_slot.h"

namespace assay {
namespace {

// Collects a handler's answer, whichever way it is given, and hands it on once.
class CollectedReply final : public HttpReply, public McpBackend::Pending {
 public:
  explicit CollectedReply(McpBackend::Done done) : done_(std::move(done)) {}
  ~CollectedReply() override { Finish({.failure = "the request was dropped"}); }

  void Send(HttpResponse response) override { Finish(AnswerOf(std::move(response))); }
  void Begin(HttpResponse head) override {
    MutexLock lock(mutex_);
    collected_ = std::move(head);
  }
  void Write(std::string piece) override {
    MutexLock lock(mutex_);
    collected_.body += piece;
  }
  void End() override {
    HttpResponse response;
    {
      MutexLock lock(mutex_);
      response = std::move(collected_);
    }
    Finish(AnswerOf(std::move(response)));
  }
  void OnDisconnect(std::function<void()> callback) override { gone_.Set(std::move(callback)); }

  void Cancel() override {
    TakeDone();
    gone_.Fire();
  }

 private:
  static McpAnswer AnswerOf(HttpResponse response) {
    McpAnswer answer{.status = response.status, .body = std::move(response.body)};
    for (const auto& [name, value] : response.headers) {
      if (name != "retry-after") continue;
      std::from_chars(value.data(), value.data() + value.size(), answer.retry_after_s);
      answer.retry_after_s = std::clamp(answer.retry_after_s, 1, 3600);
    }
    return answer;
  }

  McpBackend::Done TakeDone() {
    MutexLock lock(mutex_);
    return std::exchange(done_, nullptr);
  }

  void Finish(McpAnswer answer) {
    const McpBackend::Done done = TakeDone();
    if (!done) return;
    gone_.Close();
    done(std::move(answer));
  }

  DisconnectSlot gone_;
  Mutex mutex_;
  McpBackend::Done done_ ASSAY_GUARDED_BY(mutex_);
  HttpResponse collected_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace

std::weak_ptr<McpBackend::Pending> RouterBackend::Ask(McpQuestion question, Done done) {
  auto request = std::make_shared<HttpRequest>();
  request->method = std::move(question.method);
  request->path = std::move(question.path);
  request->headers = {{"content-type", "application/json"}};
  request->body = std::move(question.body);
  request->caller = std::move(question.caller);
  request->trace = std::move(question.trace);
  auto reply = std::make_shared<CollectedReply>(std::move(done));
  router_.Handle(std::move(request), reply);
  return reply;
}

}  // namespace assay
