// Peer: who is at the other end of a connection, as far as the kernel says it. Plain value; PeerOf
// asks once, when the connection is made. Boost.Asio is part of this header: include it from source
// files of servers.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace assay {

struct Peer {
  std::string address;          // empty: a Unix socket's, or not known
  std::optional<uint32_t> uid;  // of a Unix socket's other end: which user of this machine it is
};

// Of a connection that a server accepted, on a port or on a Unix socket.
Peer PeerOf(boost::asio::ip::tcp::socket& socket);

}  // namespace assay
