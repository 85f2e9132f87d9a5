// HttpConnection: one client's connection, from accept to close. Internal to the HTTP server.
//
// The life of a connection is a loop of four phases: idle, reading a header, reading a body, and
// waiting for the answer (while which it keeps an eye on the socket, so that a client that leaves
// is noticed at once). Requests that arrive early (pipelining) stay in the read buffer until the
// answer before them is complete. Under TLS a handshake comes before all that.
//
// Threading: every method but Create and the reply's runs on the connection's thread; the reply
// posts to it. Kept alive by its pending operations and by the reply.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <memory>

#include "net/connection_reply.h"
#include "net/http.h"
#include "net/http_options.h"
#include "net/tcp_server.h"
#include "net/tls/handshake_limit.h"
#include "net/wire/accounted_body.h"

namespace assay {

// What connections share with their server, and with requests and replies that outlive both.
// Thread-safe.
struct HttpShared : TcpShared {
  HttpServerOptions options;
  HttpHandler handler;
  HttpGate gate;                                 // null: all may in
  std::atomic<int64_t> max_body_bytes{0};        // options.max_body_bytes, until it is set anew
  boost::asio::thread_pool* decoders = nullptr;  // outlives the connections
  RequestBudget bodies;
  const std::shared_ptr<ReplyGate> replies = std::make_shared<ReplyGate>();
  std::unique_ptr<HandshakeLimit> handshakes;  // null: without TLS
};

class HttpConnection : public TcpConnection {
 public:
  static std::shared_ptr<HttpConnection> Create(boost::asio::ip::tcp::socket socket,
                                                std::shared_ptr<HttpShared> shared);
};

}  // namespace assay
