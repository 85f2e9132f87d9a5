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

#include "base/mutex.h"
#include "net/accounted_body.h"
#include "net/http.h"
#include "net/http_options.h"
#include "net/tcp_server.h"
#include "net/tls/handshake_limit.h"

namespace assay {

// Lets replies in as long as the server lives: what they post to, and the connection that they may
// be the last to hold, need its event loop. Nobody stays inside for longer than a post.
// Thread-safe.
class ReplyGate {
 public:
  // Whether the caller is inside: then it must call Leave.
  [[nodiscard]] bool Enter() {
    MutexLock lock(mutex_);
    if (!closed_) ++inside_;
    return !closed_;
  }
  void Leave() {
    MutexLock lock(mutex_);
    if (--inside_ == 0) empty_.NotifyAll();
  }
  // Returns when nobody is inside; from then on nobody gets in.
  void Close() {
    MutexLock lock(mutex_);
    closed_ = true;
    while (inside_ > 0) empty_.Wait(mutex_);
  }

 private:
  Mutex mutex_;
  CondVar empty_;
  int inside_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool closed_ ASSAY_GUARDED_BY(mutex_) = false;
};

// What connections share with their server, and with requests and replies that outlive both.
// Thread-safe.
struct HttpShared : TcpShared {
  HttpServerOptions options;
  HttpHandler handler;
  HttpGate gate;                                 // null: all may in
  std::atomic<int64_t> max_body_bytes{0};        // options.max_body_bytes, until it is set anew
  boost::asio::thread_pool* decoders = nullptr;  // outlives the connections
  RequestBudget bodies;
  ReplyGate replies;
  std::unique_ptr<HandshakeLimit> handshakes;  // null: without TLS
};

class HttpConnection : public TcpConnection {
 public:
  static std::shared_ptr<HttpConnection> Create(boost::asio::ip::tcp::socket socket,
                                                std::shared_ptr<HttpShared> shared);
};

}  // namespace assay
