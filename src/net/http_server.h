// HttpServer: HTTP/1.1 over TCP or TLS, handing every request to one handler.
//
// Bounds everything a stranger can make it hold: the header, each body, all bodies together, the
// number of connections, and the time each phase may take. Boost.Asio and Beast stay inside the
// source files behind this header.
//
// Threading: io_threads serve the sockets; each connection is confined to one of them. Requests
// with a large body are handed to the handler on a separate thread, so that decoding one doesn't
// hold up the others. Start and Stop are called by one owner; the rest is thread-safe.
#pragma once

#include <memory>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"
#include "net/http.h"
#include "net/http_options.h"
#include "net/tls/handshake_limit.h"

namespace assay {

class HttpServer {
 public:
  // `gate` may be null. It and `handler` are used from Start to Stop.
  HttpServer(HttpServerOptions options, HttpHandler handler, HttpGate gate = nullptr);
  // Stops at once if Stop was not called.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Whether only this machine reaches what listens on that host.
  static Result<bool> OnlyLocal(const std::string& host);

  // Takes the port: clients may connect, and wait. `listener`, HandOver: as TcpServer's.
  Status Listen(UniqueFd listener = {});
  UniqueFd Listener() const;
  bool HandOver(SteadyTime deadline);
  // Starts the threads. Listens first unless that is done.
  Status Start();
  // The port really bound, and whether only this machine reaches it. REQUIRES: Listen succeeded.
  int port() const;
  bool loopback() const;
  // Stops accepting, closes idle connections, lets requests in flight finish until the deadline,
  // then closes what is left and joins the threads. Returns whether all finished by themselves.
  bool Stop(SteadyTime deadline);

  // HttpServerOptions' max_body_bytes for requests from now on.
  void SetMaxBody(int64_t bytes);
  HttpServerStats stats() const;
  TlsStats tls_stats() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
