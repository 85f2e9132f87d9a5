#include "sandbox/files/file_stream.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>

#include "base/check.h"

namespace assay {
namespace {

Error Broken(int sys_errno, const char* what) {
  return Error{ErrorCode::kUnavailable, "files", sys_errno, what};
}

struct Header {
  uint32_t type;
  uint32_t size;
};
static_assert(sizeof(Header) == kFileHeader);

}  // namespace

Status FileStream::Wait(short events) {
  if (WaitFor(socket_.get(), events, deadline_)) return {};
  return Broken(ETIMEDOUT, "the work on the files wasn't done in time");
}

Status FileStream::Send(FileFrame type, std::string_view payload) {
  ASSAY_CHECK(payload.size() <= kMaxFilePayload);
  Header header{static_cast<uint32_t>(type), static_cast<uint32_t>(payload.size())};
  iovec parts[2] = {{&header, sizeof header}, {const_cast<char*>(payload.data()), payload.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  size_t left = sizeof header + payload.size();
  for (;;) {
    const ssize_t sent = ::sendmsg(socket_.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) return Broken(EPIPE, "the other side is gone");
      ASSAY_RETURN_IF_ERROR(Wait(POLLOUT));
      continue;
    }
    size_t done = static_cast<size_t>(sent);
    left -= done;
    if (left == 0) return {};
    for (iovec& part : parts) {
      const size_t here = std::min(done, part.iov_len);
      part.iov_base = static_cast<char*>(part.iov_base) + here;
      part.iov_len -= here;
      done -= here;
    }
  }
}

Status FileStream::Fill(char* to, size_t size) {
  while (size > 0) {
    const ssize_t count = ::recv(socket_.get(), to, size, MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      ASSAY_RETURN_IF_ERROR(Wait(POLLIN));
      continue;
    }
    if (count <= 0) return Broken(EPIPE, "the other side is gone");
    to += count;
    size -= static_cast<size_t>(count);
  }
  return {};
}

Result<FileMessage> FileStream::Receive() {
  Header header{};
  ASSAY_RETURN_IF_ERROR(Fill(reinterpret_cast<char*>(&header), sizeof header));
  if (header.size > kMaxFilePayload) return Broken(EPROTO, "a frame is too long");
  FileMessage message{static_cast<FileFrame>(header.type), std::string(header.size, '\0')};
  ASSAY_RETURN_IF_ERROR(Fill(message.payload.data(), message.payload.size()));
  return message;
}

}  // namespace assay
