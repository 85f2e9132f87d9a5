#include "net/sender/peer.h"

#include <sys/socket.h>

namespace assay {
namespace {

std::optional<uint32_t> UserOf(int fd) {
  int domain = 0;
  socklen_t length = sizeof domain;
  if (::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) != 0 || domain != AF_UNIX) {
    return std::nullopt;
  }
  ucred peer{};
  length = sizeof peer;
  if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return std::nullopt;
  return peer.uid;
}

}  // namespace

Peer PeerOf(boost::asio::ip::tcp::socket& socket) {
  Peer peer;
  peer.uid = UserOf(socket.native_handle());
  if (peer.uid) return peer;
  boost::system::error_code ec;
  const auto endpoint = socket.remote_endpoint(ec);
  if (!ec) peer.address = endpoint.address().to_string();
  return peer;
}

}  // namespace assay
