// What a kernel and its program say to each other: python/1_wire.py says it in the same words.
//
// Frames come from a box, so they are data: what isn't well-formed is a broken kernel, never our
// fault. Values and pure functions; a FrameReader is not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/cell.h"

namespace assay {

std::string RunFrame(int64_t cell, const CellRequest& request);
std::string InterruptFrame();
std::string RestartFrame();

struct KernelFrame {
  enum class Kind { kStarted, kEvent, kDone };
  Kind kind = Kind::kEvent;
  int64_t cell = 0;    // 0: none
  std::string python;  // of kStarted: its version,
  std::string why;     // and why not the first one; empty: it is
  CellEvent event;
  CellEnd end;
};

class FrameReader {
 public:
  // No frame of the program is longer.
  static constexpr size_t kMaxFrameBytes = 64 << 20;

  void Add(std::string_view bytes) { buffer_ += bytes; }
  // The next whole one; nullopt: more bytes are needed, or what came is none of ours (`broken`).
  std::optional<KernelFrame> Next();
  bool broken() const { return broken_; }

 private:
  std::string buffer_;
  size_t begin_ = 0;  // of what isn't taken
  bool broken_ = false;
};

}  // namespace assay
