#include "sandbox/wire/wire.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "base/whole_file.h"

namespace assay {
namespace {

constexpr size_t kUsualBody = 2 << 10;

struct Header {
  uint32_t type;
  uint32_t in_memory_file;  // 1: the body is in the first descriptor
};

Error Gone(const char* what) {
  return Error{ErrorCode::kUnavailable, "sandbox.channel", 0, what};
}

Result<UniqueFd> BodyFile(std::string_view body) {
  UniqueFd fd(::memfd_create("assay-frame", MFD_CLOEXEC));
  if (!fd) return SystemError("sandbox.channel", errno, "cannot create a memory file");
  ASSAY_RETURN_IF_ERROR(WriteAll(fd.get(), body, "a file in memory", "sandbox.channel"));
  return fd;
}

Status ReadBodyFile(int fd, std::string& body) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) return SystemError("sandbox.channel", errno, "no frame body");
  body.resize(static_cast<size_t>(info.st_size));
  size_t done = 0;
  while (done < body.size()) {
    const ssize_t count =
        ::pread(fd, body.data() + done, body.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return SystemError("sandbox.channel", errno, "short frame body");
    done += static_cast<size_t>(count);
  }
  return {};
}

}  // namespace

void WireWriter::Number(int64_t value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes_.append(raw, sizeof raw);
}

void WireWriter::Bytes(std::string_view bytes) {
  Number(static_cast<int64_t>(bytes.size()));
  bytes_.append(bytes);
}

void WireWriter::Strings(const std::vector<std::string>& strings) {
  Number(static_cast<int64_t>(strings.size()));
  for (const std::string& string : strings) Bytes(string);
}

void WireWriter::ErrorValue(const Error& error) {
  Number(static_cast<int64_t>(error.code));
  Bytes(error.stage);
  Number(error.sys_errno);
  Bytes(error.message);
}

int64_t WireReader::Number() {
  int64_t value = 0;
  if (!ok_ || rest_.size() < sizeof value) {
    ok_ = false;
    return 0;
  }
  std::memcpy(&value, rest_.data(), sizeof value);
  rest_.remove_prefix(sizeof value);
  return value;
}

std::string_view WireReader::Bytes() {
  const int64_t size = Number();
  if (!ok_ || size < 0 || static_cast<uint64_t>(size) > rest_.size()) {
    ok_ = false;
    return {};
  }
  const std::string_view bytes = rest_.substr(0, static_cast<size_t>(size));
  rest_.remove_prefix(bytes.size());
  return bytes;
}

std::vector<std::string> WireReader::Strings() {
  std::vector<std::string> strings;
  const int64_t count = Number();
  for (int64_t i = 0; ok_ && i < count; ++i) strings.emplace_back(Bytes());
  return strings;
}

Error WireReader::ErrorValue() {
  Error error;
  const int64_t code = Number();
  if (code < 0 || code > static_cast<int64_t>(ErrorCode::kInternal)) ok_ = false;
  error.code = ok_ ? static_cast<ErrorCode>(code) : ErrorCode::kInternal;
  error.stage = Bytes();
  error.sys_errno = static_cast<int>(Number());
  error.message = Bytes();
  return error;
}

Result<std::pair<UniqueFd, UniqueFd>> MakeChannel() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
    return SystemError("sandbox.channel", errno, "cannot make a socket pair");
  }
  return std::pair(UniqueFd(ends[0]), UniqueFd(ends[1]));
}

int PollTimeout(SteadyTime deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  if (left.count() <= 0) return 0;
  if (left.count() > std::numeric_limits<int>::max()) return std::numeric_limits<int>::max();
  return static_cast<int>(left.count());
}

bool WaitFor(int fd, short events, SteadyTime deadline) {
  for (;;) {
    pollfd entry{fd, events, 0};
    const int timeout = PollTimeout(deadline);
    const int ready = ::poll(&entry, 1, timeout);
    if (ready > 0) return true;
    if (ready == 0 && timeout == 0) return false;
    if (ready < 0 && errno != EINTR) return false;
  }
}

ssize_t SendWithFds(int socket, std::span<iovec> parts, std::span<const int> fds, int flags) {
  ASSAY_CHECK(fds.size() <= kMaxFrameFds + 1);
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * (kMaxFrameFds + 1))];
  if (!fds.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(fds.size_bytes());
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(fds.size_bytes());
    std::memcpy(CMSG_DATA(rights), fds.data(), fds.size_bytes());
  }
  return ::sendmsg(socket, &message, flags | MSG_NOSIGNAL);
}

Status SendFrame(int socket, uint32_t type, std::string_view body, const std::vector<int>& fds,
                 SteadyTime deadline) {
  Header header{type, 0};
  UniqueFd body_file;
  std::vector<int> all;
  if (body.size() > kInlineBody) {
    ASSAY_ASSIGN_OR_RETURN(body_file, BodyFile(body));
    all.push_back(body_file.get());
    header.in_memory_file = 1;
    body = {};
  }
  all.insert(all.end(), fds.begin(), fds.end());

  iovec parts[2] = {{&header, sizeof header}, {const_cast<char*>(body.data()), body.size()}};
  for (;;) {
    const ssize_t sent = SendWithFds(socket, parts, all, MSG_DONTWAIT);
    if (sent >= 0) return {};
    if (errno == EINTR) continue;
    if (errno == EAGAIN) {
      if (!WaitFor(socket, POLLOUT, deadline)) return Gone("the peer does not read");
      continue;
    }
    if (errno == EPIPE || errno == ECONNRESET) return Gone("the channel was closed");
    return SystemError("sandbox.channel", errno, "cannot send a message");
  }
}

namespace {

// The length of the packet that came.
Result<size_t> ReceivePacket(int socket, msghdr* message, SteadyTime deadline) {
  const msghdr asked = *message;
  for (;; *message = asked) {
    const ssize_t size = ::recvmsg(socket, message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    if (size > 0) return static_cast<size_t>(size);
    if (size == 0 || errno == ECONNRESET) return Gone("the channel was closed");
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return SystemError("sandbox.channel", errno, "cannot receive");
    if (!WaitFor(socket, POLLIN, deadline)) return Gone("the peer does not answer");
  }
}

}  // namespace

Result<Frame> ReceiveFrame(int socket, SteadyTime deadline) {
  Frame frame;
  Header header{};
  // Room that the kernel only touches as far as the packet goes: what a spawner holds when it forks
  // stays in every box. The end of most is in the part that the stack has in use anyway.
  char rest[kInlineBody - kUsualBody];
  char usual[kUsualBody];
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * (kMaxFrameFds + 1))];
  iovec parts[3] = {{&header, sizeof header}, {usual, sizeof usual}, {rest, sizeof rest}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 3;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ASSAY_ASSIGN_OR_RETURN(const size_t size, ReceivePacket(socket, &message, deadline));
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
       part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; ++i) {
      int fd;
      std::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof fd);
      frame.fds.emplace_back(fd);
    }
  }
  if (size < sizeof header || (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) {
    return Error{ErrorCode::kInternal, "sandbox.channel", 0, "a malformed message arrived"};
  }
  const size_t body = size - sizeof header;
  std::string buffer(usual, std::min(body, sizeof usual));
  if (body > sizeof usual) buffer.append(rest, body - sizeof usual);
  frame.type = header.type;
  if (header.in_memory_file != 0) {
    if (frame.fds.empty()) return Gone("a message lost its body");
    ASSAY_RETURN_IF_ERROR(ReadBodyFile(frame.fds.front().get(), buffer));
    frame.fds.erase(frame.fds.begin());
  }
  frame.body = std::move(buffer);
  return frame;
}

}  // namespace assay
