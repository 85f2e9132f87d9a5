#include "cluster/runtime_socket.h"

#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/fd.h"
#include "cluster/member.h"

namespace assay {
namespace {

constexpr char kStage[] = "haproxy";
constexpr size_t kMostAnswerBytes = 64 << 20;

Error NoAnswer(const std::string& where, int sys_errno, const std::string& why) {
  Error error = SystemError(kStage, sys_errno, fmt::format("HAProxy's socket {}: {}", where, why));
  error.code = ErrorCode::kUnavailable;
  return error;
}

// Whether the descriptor is ready before the deadline.
bool Wait(int fd, short events, SteadyTime deadline) {
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd waiting{fd, events, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<int64_t>(left.count(), 60000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

Result<UniqueFd> ConnectTo(const std::string& where, const sockaddr* address, socklen_t length,
                           SteadyTime deadline) {
  UniqueFd fd(::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) return SystemError(kStage, errno, "cannot make a socket");
  if (::connect(fd.get(), address, length) == 0) return fd;
  // A Unix socket whose backlog is full says EAGAIN.
  if (errno != EINPROGRESS) return NoAnswer(where, errno, "nobody listens there");
  int fault = 0;
  socklen_t size = sizeof fault;
  if (!Wait(fd.get(), POLLOUT, deadline)) return NoAnswer(where, ETIMEDOUT, "cannot connect");
  ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &fault, &size);
  if (fault != 0) return NoAnswer(where, fault, "nobody listens there");
  return fd;
}

Result<UniqueFd> Connect(const std::string& where, SteadyTime deadline) {
  if (where.find('/') != std::string::npos) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (where.size() >= sizeof address.sun_path) {
      return NoAnswer(where, ENAMETOOLONG, "the path is too long for a socket");
    }
    std::memcpy(address.sun_path, where.c_str(), where.size() + 1);
    return ConnectTo(where, reinterpret_cast<const sockaddr*>(&address), sizeof address, deadline);
  }
  Member target;
  ASSAY_RETURN_IF_ERROR(ReadAddress(where, &target));
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int fault =
          ::getaddrinfo(target.host.c_str(), std::to_string(target.port).c_str(), &hints, &found);
      fault != 0) {
    return NoAnswer(where, 0, ::gai_strerror(fault));
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(found, ::freeaddrinfo);
  return ConnectTo(where, found->ai_addr, found->ai_addrlen, deadline);
}

Result<std::string> Ask(const std::string& where, std::string_view command, SteadyTime deadline) {
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd fd, Connect(where, deadline));
  while (!command.empty()) {
    if (!Wait(fd.get(), POLLOUT, deadline))
      return NoAnswer(where, ETIMEDOUT, "it takes no command");
    const ssize_t sent = ::send(fd.get(), command.data(), command.size(), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (sent < 0) return NoAnswer(where, errno, "it takes no command");
    command.remove_prefix(static_cast<size_t>(sent));
  }
  std::string answer;
  char piece[16 << 10];
  while (answer.size() < kMostAnswerBytes) {
    if (!Wait(fd.get(), POLLIN, deadline)) return NoAnswer(where, ETIMEDOUT, "no answer came");
    const ssize_t count = ::recv(fd.get(), piece, sizeof piece, 0);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return NoAnswer(where, errno, "the answer broke off");
    if (count == 0) return answer;
    answer.append(piece, static_cast<size_t>(count));
  }
  return NoAnswer(where, EFBIG, "the answer is too long");
}

}  // namespace

RuntimeCall RuntimeSocket(std::string where, Nanoseconds patience) {
  return [where = std::move(where), patience](const std::string& command) {
    return Ask(where, command + "\n", std::chrono::steady_clock::now() + patience);
  };
}

}  // namespace assay
