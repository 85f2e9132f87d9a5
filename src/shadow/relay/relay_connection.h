// RelayConnection: one client's connection to the relay and the one to the peer that goes with it.
// Internal to the relay.
//
// Two loops run side by side, each with one buffer: from the client through the tee to the peer,
// and from the peer to the client with the tee reading along. A side that doesn't take its bytes
// stops its loop, and so the other side, in the kernel.
//
// Threading: every method but Create runs on the connection's thread. Kept alive by its pending
// operations.
#pragma once

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>

#include "net/tcp_server.h"
#include "shadow/relay/relay_options.h"
#include "shadow/relay/tee.h"
#include "shadow/relay/upstream_socket.h"

namespace assay::shadow {

// What connections share with their relay. Thread-safe; the plain members are set before serving.
struct RelayShared : TcpShared {
  RelayOptions options;
  TeeRules rules;
  std::shared_ptr<Upstream> upstream;
  std::function<void(Exchange)> on_exchange;
  std::atomic<int64_t> exchanges{0};
  std::atomic<int64_t> faulty{0};
  std::atomic<int64_t> unreachable{0};
  std::atomic<int64_t> blind{0};
};

std::shared_ptr<TcpConnection> CreateRelayConnection(boost::asio::ip::tcp::socket socket,
                                                     std::shared_ptr<RelayShared> shared);

}  // namespace assay::shadow
