// Capture: one of a run's output pipes, read without blocking and bounded. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

class Capture {
 public:
  // `uid` becomes the pipe's owner, so that the candidate can open it again by name (/dev/stdout).
  static Result<Capture> Open(int uid, int64_t cap_bytes);

  int read_fd() const { return read_.get(); }
  int write_fd() const { return write_.get(); }
  // After the descriptor was passed on: only then can the end of the output be seen.
  void CloseWriteEnd() { write_.Reset(); }

  // Takes what is there now. False once nothing more can come: end of file, or over the cap.
  bool Drain();
  // More came than is kept.
  bool over() const { return over_; }
  bool open() const { return read_.valid(); }
  std::string TakeBytes() { return std::move(bytes_); }

 private:
  UniqueFd read_;
  UniqueFd write_;
  int64_t cap_bytes_ = 0;
  bool over_ = false;
  std::string bytes_;
};

}  // namespace assay
