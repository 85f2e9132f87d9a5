#include "api/connect/connect_frames.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace assay {
namespace {

constexpr size_t kHead = 5;

Error Malformed(const std::string& what) {
  return {ErrorCode::kInvalidArgument, "connect.frames", 0, what};
}

}  // namespace

std::string ConnectFrame(uint8_t flag, std::string_view message) {
  std::string frame;
  frame.reserve(kHead + message.size());
  frame += static_cast<char>(flag);
  for (int shift = 24; shift >= 0; shift -= 8) {
    frame += static_cast<char>(message.size() >> shift & 0xff);
  }
  return frame.append(message);
}

Result<std::vector<ConnectFrameView>> ReadConnectFrames(std::string_view body) {
  std::vector<ConnectFrameView> frames;
  while (!body.empty()) {
    if (body.size() < kHead) return Malformed("the body ends inside the head of a frame");
    size_t length = 0;
    for (size_t i = 1; i < kHead; ++i) length = length << 8 | static_cast<unsigned char>(body[i]);
    if (body.size() - kHead < length) return Malformed("the body ends inside a frame");
    frames.push_back({static_cast<uint8_t>(body[0]), body.substr(kHead, length)});
    body.remove_prefix(kHead + length);
  }
  return frames;
}

Result<std::string> Gunzip(std::string_view bytes, size_t most,
                           const std::function<bool(size_t more)>& room) {
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) {
    return Error{ErrorCode::kResource, "connect.gunzip", 0, "no memory to decompress in"};
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  size_t held = 0;
  int state = Z_OK;
  while (state == Z_OK && out.size() <= most) {
    const size_t had = out.size();
    const size_t next = std::min(most + 1, std::max<size_t>(4096, had * 2));
    if (room && next > held && !room(next - held)) {
      inflateEnd(&stream);
      return Error{ErrorCode::kResource, "connect.gunzip", 0,
                   "the server has no room to decompress it in; try again, or send it as it is"};
    }
    held = std::max(held, next);
    out.resize(next);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + had);
    stream.avail_out = static_cast<uInt>(out.size() - had);
    state = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (out.size() > most) {
    return Error{ErrorCode::kInvalidArgument, "connect.gunzip", EFBIG,
                 "a compressed message is larger than " + std::to_string(most) + " bytes"};
  }
  if (state != Z_STREAM_END) return Malformed("a compressed message isn't whole gzip");
  return out;
}

}  // namespace assay
