// CancelToken: tells a blocking call that its result is no longer wanted.
//
// One side calls Cancel(); the other polls cancelled() or waits for fd() to become readable, so a
// worker blocked in poll(2) wakes at once. Thread-safe. Share through std::shared_ptr.
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

#include "base/fd.h"

namespace assay {

class CancelToken {
 public:
  CancelToken() = default;
  ~CancelToken() { UniqueFd closed(event_.load()); }
  CancelToken(const CancelToken&) = delete;
  CancelToken& operator=(const CancelToken&) = delete;

  void Cancel() {
    if (cancelled_.exchange(true)) return;
    Wake(event_.load());
  }
  bool cancelled() const { return cancelled_.load(); }
  // Readable once cancelled; made for the first who asks, as most calls end before anybody would
  // wait. -1 when the process is out of descriptors: poll cancelled() instead.
  int fd() const {
    int event = event_.load();
    if (event >= 0) return event;
    UniqueFd made(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!made || !event_.compare_exchange_strong(event, made.get())) return event;
    // Of a Cancel before this and one after it, at least one side sees the other.
    if (cancelled()) Wake(made.get());
    return made.Release();
  }

 private:
  static void Wake(int event) {
    const uint64_t one = 1;
    if (event >= 0) [[maybe_unused]]
      auto ignored = ::write(event, &one, sizeof one);
  }

  std::atomic<bool> cancelled_{false};
  mutable std::atomic<int> event_{-1};
};

}  // namespace assay
