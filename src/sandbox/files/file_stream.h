// FileStream: frames over a connected stream socket, as both the server and a file worker use it.
// Every wait is bounded by the one deadline of the call, and every frame by kMaxFilePayload.
//
// Not thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"
#include "sandbox/files/file_protocol.h"

namespace assay {

struct FileMessage {
  FileFrame type = FileFrame::kFailed;
  std::string payload;
};

class FileStream {
 public:
  FileStream(UniqueFd socket, SteadyTime deadline)
      : socket_(std::move(socket)), deadline_(deadline) {}

  // kUnavailable with EPIPE: the other side is gone; with ETIMEDOUT: the deadline.
  // REQUIRES: payload.size() <= kMaxFilePayload.
  Status Send(FileFrame type, std::string_view payload);
  // The same, and EPROTO for a frame that is too long.
  Result<FileMessage> Receive();

 private:
  Status Fill(char* to, size_t size);
  Status Wait(short events);

  UniqueFd socket_;
  const SteadyTime deadline_;
};

}  // namespace assay
