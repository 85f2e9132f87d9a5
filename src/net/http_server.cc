#include "net/http_server.h"

#include <boost/asio/thread_pool.hpp>
#include <utility>

#include "net/http_connection.h"
#include "net/tcp_server.h"

namespace assay {

struct HttpServer::Impl {
  Impl(HttpServerOptions options, HttpHandler handler, HttpGate gate)
      : decoders(static_cast<size_t>(options.decode_threads)),
        server({options.host, options.port, options.io_threads, options.max_connections,
                options.unix_path, options.unix_mode},
               shared, [this](boost::asio::ip::tcp::socket socket) {
                 return HttpConnection::Create(std::move(socket), shared);
               }) {
    shared->bodies.limit = options.max_buffered_request_bytes;
    shared->max_body_bytes = options.max_body_bytes;
    if (options.tls != nullptr) {
      shared->handshakes = std::make_unique<HandshakeLimit>(options.max_handshakes);
    }
    shared->options = std::move(options);
    shared->handler = std::move(handler);
    shared->gate = std::move(gate);
    shared->decoders = &decoders;
  }

  boost::asio::thread_pool decoders;
  const std::shared_ptr<HttpShared> shared = std::make_shared<HttpShared>();
  TcpServer server;
  bool started = false;
};

HttpServer::HttpServer(HttpServerOptions options, HttpHandler handler, HttpGate gate)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(handler), std::move(gate))) {}

HttpServer::~HttpServer() {
  Stop(std::chrono::steady_clock::now());
}

Result<bool> HttpServer::OnlyLocal(const std::string& host) {
  return TcpServer::OnlyLocal(host);
}

Status HttpServer::Listen(UniqueFd listener) {
  return impl_->server.Listen(std::move(listener));
}

UniqueFd HttpServer::Listener() const {
  return impl_->server.Listener();
}

bool HttpServer::HandOver(SteadyTime deadline) {
  return impl_->server.HandOver(deadline);
}

Status HttpServer::Start() {
  ASSAY_RETURN_IF_ERROR(impl_->server.Start());
  impl_->started = true;
  return {};
}

int HttpServer::port() const {
  return impl_->server.port();
}

bool HttpServer::loopback() const {
  return impl_->server.loopback();
}

bool HttpServer::Stop(SteadyTime deadline) {
  if (!std::exchange(impl_->started, false)) return true;
  const bool all_finished = impl_->server.Stop(deadline);
  impl_->decoders.join();
  impl_->shared->replies->Close();
  return all_finished;
}

void HttpServer::SetMaxBody(int64_t bytes) {
  impl_->shared->max_body_bytes = bytes;
}

TlsStats HttpServer::tls_stats() const {
  return impl_->shared->handshakes == nullptr ? TlsStats() : impl_->shared->handshakes->stats();
}

HttpServerStats HttpServer::stats() const {
  return {impl_->shared->connections, impl_->shared->bodies.held};
}

}  // namespace assay
