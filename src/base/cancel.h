// CancelToken: tells a blocking call that its result is no longer wanted.
//
// One side calls Cancel(); the other polls cancelled() or waits for fd() to become readable, so a
// worker blocked in poll(2) wakes at once. Thread-safe. Share through std::shared_ptr.
#pragma once

#include <sys/eventfd.h>

#include <atomic>
#include <cstdint>

#include "base/fd.h"

namespace assay {

class CancelToken {
 public:
  CancelToken() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

  void Cancel() {
    if (cancelled_.exchange(true)) return;
    const uint64_t one = 1;
    if (event_) [[maybe_unused]]
      auto ignored = ::write(event_.get(), &one, sizeof one);
  }
  bool cancelled() const { return cancelled_.load(); }
  // Readable once cancelled. -1 when the process was out of descriptors: poll cancelled() instead.
  int fd() const { return event_.get(); }

 private:
  std::atomic<bool> cancelled_{false};
  UniqueFd event_;
};

}  // namespace assay
