// CollectedReply: an answer that this process wants for itself, whichever way it is given: handed
// on once, whole. Thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "base/mutex.h"
#include "net/http.h"

namespace assay {

class CollectedReply final : public HttpReply {
 public:
  // Nothing: the request was dropped.
  using Done = std::function<void(std::optional<HttpResponse>)>;

  explicit CollectedReply(Done done) : done_(std::move(done)) {}
  ~CollectedReply() override { Finish(std::nullopt); }

  void Send(HttpResponse response) override { Finish(std::move(response)); }
  void Begin(HttpResponse head) override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    collected_ = std::move(head);
  }
  void Write(std::string piece) override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    collected_.body += piece;
  }
  void End() override ASSAY_EXCLUDES(mutex_) {
    HttpResponse response;
    {
      MutexLock lock(mutex_);
      response = std::move(collected_);
    }
    Finish(std::move(response));
  }
  void OnDisconnect(std::function<void()>) override {}

 private:
  void Finish(std::optional<HttpResponse> response) ASSAY_EXCLUDES(mutex_) {
    Done done;
    {
      MutexLock lock(mutex_);
      done = std::exchange(done_, nullptr);
    }
    if (done) done(std::move(response));
  }

  Mutex mutex_;
  Done done_ ASSAY_GUARDED_BY(mutex_);
  HttpResponse collected_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
