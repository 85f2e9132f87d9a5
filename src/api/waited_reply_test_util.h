// A reply for tests of routes that answer later, from whatever thread. Thread-safe until it has
// ended; then its members may be read.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "net/http.h"

namespace assay {

// A reply whose end can be waited for: for routes that answer from threads of their own.
class WaitedReply final : public HttpReply {
 public:
  void Send(HttpResponse sent) override {
    Finish([&] { response = std::move(sent); });
  }
  void Begin(HttpResponse head) override {
    std::lock_guard lock(mutex_);
    response = std::move(head);
  }
  void Write(std::string piece) override {
    std::lock_guard lock(mutex_);
    pieces.push_back(std::move(piece));
    changed_.notify_all();
  }
  void End() override {
    Finish([] {});
  }
  void OnDisconnect(std::function<void()> callback) override {
    std::lock_guard lock(mutex_);
    on_disconnect = std::move(callback);
  }
  size_t unsent() const override {
    std::lock_guard lock(mutex_);
    return pieces.empty() ? 0 : unsent_;
  }
  // From the first piece on.
  void SetUnsent(size_t bytes) {
    std::lock_guard lock(mutex_);
    unsent_ = bytes;
  }
  bool ended() {
    std::lock_guard lock(mutex_);
    return ended_;
  }
  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_; });
  }

  void WaitForPieces(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return pieces.size() >= count; });
  }
  std::string Piece(size_t index) {
    std::lock_guard lock(mutex_);
    return pieces.at(index);
  }

  HttpResponse response;
  std::vector<std::string> pieces;
  std::function<void()> on_disconnect;

 private:
  template <typename Change>
  void Finish(Change change) {
    std::lock_guard lock(mutex_);
    change();
    EXPECT_FALSE(std::exchange(ended_, true));
    changed_.notify_all();
  }
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  size_t unsent_ = 0;
};

}  // namespace assay
