// LineWriter: lines for a client that reads a pipe, written by a thread of their own, so that
// nobody who has something to say waits for a client that doesn't read.
//
// Thread-safe. The queue is bounded; a client that lets it fill up, or has closed its end, counts
// as gone: what is said then is dropped.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <thread>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/mutex.h"

namespace assay {

class LineWriter {
 public:
  // `fd` stays the caller's and open.
  explicit LineWriter(int fd, int64_t most_bytes = 256LL << 20);
  // Drops what isn't written.
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  // `line` holds no line end.
  void Write(std::string line) ASSAY_EXCLUDES(mutex_);
  // Waits until everything is written; false when it wasn't by then.
  bool Flush(SteadyTime deadline) ASSAY_EXCLUDES(mutex_);
  // Cancelled when the client counts as gone.
  const CancelToken& gone() const { return gone_; }

 private:
  void Work() ASSAY_EXCLUDES(mutex_);
  bool WriteAll(const std::string& line);

  const int fd_;
  const int64_t most_bytes_;
  CancelToken gone_;
  CancelToken stop_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<std::string> lines_ ASSAY_GUARDED_BY(mutex_);  // the first stays while it is written
  int64_t bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace assay
