// ConnectionReply: what a handler holds of a connection until it has answered. Internal to the HTTP
// server.
//
// It refers to the connection weakly: an answer that comes after the server has gone finds nobody.
// Thread-safe.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "base/mutex.h"
#include "net/http.h"
#include "net/wire/disconnect_slot.h"

namespace assay {

// Lets replies in as long as the server lives: what they post to, and the connection that they may
// be the last to hold, need its event loop. Nobody stays inside for longer than a post.
// Thread-safe.
class ReplyGate {
 public:
  // Whether the caller is inside: then it must call Leave.
  [[nodiscard]] bool Enter() {
    MutexLock lock(mutex_);
    if (!closed_) ++inside_;
    return !closed_;
  }
  void Leave() {
    MutexLock lock(mutex_);
    if (--inside_ == 0) empty_.NotifyAll();
  }
  // Returns when nobody is inside; from then on nobody gets in.
  void Close() {
    MutexLock lock(mutex_);
    closed_ = true;
    while (inside_ > 0) empty_.Wait(mutex_);
  }

 private:
  Mutex mutex_;
  CondVar empty_;
  int inside_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool closed_ ASSAY_GUARDED_BY(mutex_) = false;
};

// Where the answer to one request goes, in this order: Answer, or Begin, pieces and End. From any
// thread; of a connection that has closed they mean nothing.
class AnswerTarget {
 public:
  virtual ~AnswerTarget() = default;
  virtual void Answer(HttpResponse response) = 0;
  virtual void BeginAnswer(HttpResponse head) = 0;
  virtual void WritePiece(std::string piece) = 0;
  virtual void EndAnswer() = 0;
  // There won't be one any more.
  virtual void GiveUp() = 0;
  virtual size_t unsent() const = 0;
};

class ConnectionReply final : public HttpReply {
 public:
  // `gate` is the server's.
  ConnectionReply(std::weak_ptr<AnswerTarget> connection, std::shared_ptr<ReplyGate> gate,
                  std::shared_ptr<DisconnectSlot> slot)
      : connection_(std::move(connection)), gate_(std::move(gate)), slot_(std::move(slot)) {}
  ~ConnectionReply() override;

  void Send(HttpResponse response) override;
  void Begin(HttpResponse head) override;
  void Write(std::string piece) override;
  void End() override;
  void OnDisconnect(std::function<void()> callback) override { slot_->Set(std::move(callback)); }
  size_t unsent() const override;

 private:
  template <typename Action>
  void ToConnection(const Action& action) const;

  const std::weak_ptr<AnswerTarget> connection_;
  const std::shared_ptr<ReplyGate> gate_;
  const std::shared_ptr<DisconnectSlot> slot_;
  std::atomic<bool> finished_{false};
  std::atomic<bool> begun_{false};
};

}  // namespace assay
