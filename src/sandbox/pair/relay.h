// Relay: one direction of a conversation between two programs in boxes of their own, a pipe on each
// side of the server with a bounded buffer between. What one program closes is passed on only when
// the owner says so: that is how the server knows, for certain, which of the two left first.
//
// Neither program is ever killed by SIGPIPE: what is written to a partner that has left is taken
// and dropped. Not thread-safe. REQUIRES: SIGPIPE is blocked in the calling thread (SigpipeBlock).
#pragma once

#include <poll.h>
#include <signal.h>

#include <chrono>
#include <cstdint>
#include <string>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

// For its lifetime writes to a closed pipe only fail.
class SigpipeBlock {
 public:
  SigpipeBlock();
  ~SigpipeBlock();
  SigpipeBlock(const SigpipeBlock&) = delete;
  SigpipeBlock& operator=(const SigpipeBlock&) = delete;

 private:
  sigset_t before_{};
};

class Relay {
 public:
  // The uids become owners of their pipes, so that /dev/stdin and /dev/stdout can be opened. More
  // than `cap_bytes` are not passed on; the first `kept_bytes` are remembered.
  static Result<Relay> Open(int writer_uid, int reader_uid, int64_t cap_bytes, size_t kept_bytes);

  // The programs' ends, and their end here once they were handed over.
  int writer_end() const { return writer_end_.get(); }
  int reader_end() const { return reader_end_.get(); }
  void CloseHandedEnds();

  static constexpr size_t kEntries = 2;
  void FillEntries(pollfd* entries) const;
  // What poll said about FillEntries'. Moves what can be moved without waiting, at most a few
  // buffers full.
  void TakeEntries(const pollfd* entries);
  void Pump();
  // Nothing more will come from the writer.
  bool writer_left() const { return !in_; }
  // Nobody can read any more. Waits for up to `patience` for that to be so.
  bool ReaderLeft(std::chrono::milliseconds patience = {});
  // Once the writer has left and all was moved: lets the reader see the end. Idempotent.
  void PassEnd();
  bool end_passed() const { return end_passed_; }

  bool over() const { return moved_ > cap_bytes_; }
  int64_t moved_bytes() const { return moved_ + delivered_; }
  // Given but not taken by the reader yet.
  int64_t unread_bytes() const;
  std::string TakeTranscript() { return std::move(transcript_); }

 private:
  static constexpr size_t kBufferBytes = 64 << 10;

  bool Fill();   // false: nothing came
  bool Flush();  // false: no room
  void OnReaderLeft();

  UniqueFd in_, out_;
  UniqueFd writer_end_, reader_end_;
  int64_t cap_bytes_ = 0;
  size_t kept_bytes_ = 0;
  int64_t moved_ = 0;      // taken from the writer
  int64_t delivered_ = 0;  // given to the reader
  std::string buffer_;     // taken, not given yet
  std::string transcript_;
  bool more_ = false;  // the last read filled its buffer: ask again before waiting
  bool reader_left_ = false;
  bool end_passed_ = false;
};

}  // namespace assay
