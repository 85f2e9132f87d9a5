#include "sandbox/agent/live/inner_sockets.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>

namespace assay {
namespace {

constexpr int kBacklog = 128;

Error Failed(const char* what) {
  Error error = SystemError("sandbox.inner_socket", errno, what);
  error.code = ErrorCode::kInvalidArgument;
  return error;
}

UniqueFd NewSocket(int family) {
  return UniqueFd(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

template <typename Address>
bool Connect(int socket, const Address& address) {
  return ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
         errno == EINPROGRESS;
}

}  // namespace

Result<UniqueFd> ListenOnLoopback(int port) {
  UniqueFd socket = NewSocket(AF_INET);
  const int yes = 1;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (!socket || ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(socket.get(), kBacklog) != 0) {
    return Failed("cannot listen in the box");
  }
  return socket;
}

Result<UniqueFd> ConnectToLoopback(int port, bool ipv6) {
  UniqueFd socket = NewSocket(ipv6 ? AF_INET6 : AF_INET);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 other{};
  other.sin6_family = AF_INET6;
  other.sin6_port = htons(static_cast<uint16_t>(port));
  other.sin6_addr = in6addr_loopback;
  if (socket && (ipv6 ? Connect(socket.get(), other) : Connect(socket.get(), address))) {
    return socket;
  }
  return Failed("cannot connect in the box");
}

}  // namespace assay
