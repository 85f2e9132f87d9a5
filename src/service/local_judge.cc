#include "service/local_judge.h"

#include <algorithm>
#include <chrono>

#include "base/mutex.h"
#include "net/wire/disconnect_slot.h"
#include "service/http_answer.h"

namespace assay::service {
namespace {

// How long a question goes on at most after it was given up.
constexpr std::chrono::milliseconds kBetweenLooks{100};

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
  void OnDisconnect(std::function<void()> callback) override { gone_.Set(std::move(callback)); }

  // Nothing when the question is given up before the answer is whole.
  std::optional<HttpResponse> Wait(const Question& question) {
    MutexLock lock(mutex_);
    while (!done_) {
      const SteadyTime now = std::chrono::steady_clock::now();
      const bool cancelled = question.cancel != nullptr && question.cancel->cancelled();
      if (cancelled || (question.deadline && now >= *question.deadline)) return std::nullopt;
      if (question.cancel == nullptr && !question.deadline) {
        changed_.Wait(mutex_);
      } else {
        const SteadyTime look = now + kBetweenLooks;
        changed_.WaitUntil(mutex_, question.deadline ? std::min(look, *question.deadline) : look);
      }
    }
    return std::move(response_);
  }
  // Tells the handler that nobody waits any more.
  void Leave() { gone_.Fire(); }

 private:
  DisconnectSlot gone_;
  Mutex mutex_;
  CondVar changed_;
  HttpResponse response_ ASSAY_GUARDED_BY(mutex_);
  bool done_ ASSAY_GUARDED_BY(mutex_) = false;
};

}  // namespace

Result<Answer> LocalJudge::Ask(const char* method, const std::string& path, std::string body) {
  Question question;
  question.method = method;
  question.target = path;
  question.headers = {{"content-type", "application/json"}};
  question.body = std::move(body);
  return Send(question);
}

Result<Answer> LocalJudge::Send(const Question& question) {
  auto request = std::make_shared<HttpRequest>();
  const size_t mark = question.target.find('?');
  request->method = question.method;
  request->path = question.target.substr(0, mark);
  if (mark != std::string::npos) request->query = question.target.substr(mark + 1);
  request->headers = question.headers;
  request->body = question.body;
  auto reply = std::make_shared<CapturedReply>();
  router_.Handle(std::move(request), reply);
  auto response = reply->Wait(question);
  if (!response) {
    reply->Leave();
    return Error{ErrorCode::kCancelled, "judge", 0, "the question was given up"};
  }
  return AnswerOf(*std::move(response));
}

}  // namespace assay::service
