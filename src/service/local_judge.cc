#include "service/local_judge.h"

#include "base/mutex.h"
#include "service/http_answer.h"

namespace assay::service {
namespace {

// Collects a handler's answer, whichever way it is given.
class CapturedReply final : public HttpReply {
 public:
  void Send(HttpResponse response) override {
    MutexLock lock(mutex_);
    response_ = std::move(response);
    done_ = true;
    changed_.NotifyAll();
  }
  void Begin(HttpResponse head) override {
    MutexLock lock(mutex_);
    response_ = std::move(head);
  }
  void Write(std::string piece) override {
    MutexLock lock(mutex_);
    response_.body += piece;
  }
  void End() override {
    MutexLock lock(mutex_);
    done_ = true;
    changed_.NotifyAll();
  }
  void OnDisconnect(std::function<void()>) override {}

  HttpResponse Wait() {
    MutexLock lock(mutex_);
    while (!done_) changed_.Wait(mutex_);
    return std::move(response_);
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  HttpResponse response_ ASSAY_GUARDED_BY(mutex_);
  bool done_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace

Result<Answer> LocalJudge::Ask(const char* method, const std::string& path, std::string body) {
  auto request = std::make_shared<HttpRequest>();
  request->method = method;
  request->path = path;
  request->headers = {{"content-type", "application/json"}};
  request->body = std::move(body);
  auto reply = std::make_shared<CapturedReply>();
  router_.Handle(std::move(request), reply);
  return AnswerOf(reply->Wait());
}

}  // namespace assay::service
