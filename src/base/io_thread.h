// The mark of threads that serve sockets: what may wait for a disk checks that it isn't on one, so
// that a request on the wrong thread is found by the first test that sends it, not by a stalled
// server. Thread-safe: each thread has its own mark.
#pragma once

#include "base/check.h"

namespace assay {
namespace internal {

inline thread_local bool on_io_thread = false;

}  // namespace internal

// From now on the calling thread must not wait for anything but its sockets.
inline void MarkIoThread() {
  internal::on_io_thread = true;
}
inline bool OnIoThread() {
  return internal::on_io_thread;
}

// For the duration of a scope; tests play an I/O thread with it.
class ScopedIoThread {
 public:
  ScopedIoThread() { internal::on_io_thread = true; }
  ~ScopedIoThread() { internal::on_io_thread = before_; }
  ScopedIoThread(const ScopedIoThread&) = delete;
  ScopedIoThread& operator=(const ScopedIoThread&) = delete;

 private:
  const bool before_ = internal::on_io_thread;
};

// First line of whatever may wait for a disk.
inline void CheckMayBlock() {
  ASSAY_CHECK(!OnIoThread());
}

}  // namespace assay
