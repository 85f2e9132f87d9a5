// The bytes of Connect's streams: frames of a flag, a length and a message, and gzip.
//
//   flag (1 byte: 1 compressed, 2 the last one of an answer) · length (4 bytes, the most
//   significant first) · that many bytes
//
// Pure functions. What is read comes from strangers: nothing is made larger than its bound.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

inline constexpr uint8_t kConnectCompressed = 1;
inline constexpr uint8_t kConnectEnd = 2;

std::string ConnectFrame(uint8_t flag, std::string_view message);

struct ConnectFrameView {
  uint8_t flag = 0;
  std::string_view message;
};
// All frames of a whole body; kInvalidArgument: it isn't made of frames.
Result<std::vector<ConnectFrameView>> ReadConnectFrames(std::string_view body);

// kInvalidArgument: it isn't gzip, or, with EFBIG, more than `most` bytes come out of it. `room`,
// where given, is asked before so many more bytes are held, of `most` and one more at most;
// kResource: it said no.
Result<std::string> Gunzip(std::string_view bytes, size_t most,
                           const std::function<bool(size_t more)>& room = nullptr);

}  // namespace assay
