// What bounds the HTTP server, and what it says about itself. Plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace assay {

class TlsIdentity;

struct HttpServerOptions {
  // An address, or a name that resolves to one; "::" for IPv6. Empty: the Unix socket alone.
  std::string host = "127.0.0.1";
  int port = 8080;  // 0: any free port
  // A Unix socket beside it, and its file's mode; see tcp_server.h.
  std::string unix_path = {};
  uint32_t unix_mode = 0660;
  // What the port speaks TLS with; null: it doesn't. The Unix socket never does.
  std::shared_ptr<TlsIdentity> tls = nullptr;
  size_t max_handshakes = 256;  // under way; see tls/handshake_limit.h
  std::chrono::milliseconds handshake_timeout{
      10'000};  // from the connection to the handshake's end
  int io_threads = 2;
  int decode_threads = 2;  // handle requests above decode_inline_bytes
  int64_t decode_inline_bytes = 64 << 10;
  int64_t max_header_bytes = 64 << 10;
  int64_t max_body_bytes = 256LL << 20;              // more: 413
  int64_t max_buffered_request_bytes = 2LL << 30;    // all bodies being held; more: 503
  int64_t max_pending_answer_bytes = 256LL << 20;    // of a stream its client doesn't read
  int max_connections = 16384;                       // more wait in the kernel's backlog
  std::chrono::milliseconds header_timeout{30'000};  // from the first byte to the blank line
  std::chrono::milliseconds idle_timeout{75'000};    // between requests
  std::chrono::milliseconds body_timeout{30'000};    // without any byte; also the grace before
  int64_t min_body_bytes_per_second = 16 << 10;      // a body slower than this is cut off
  std::chrono::milliseconds write_timeout{60'000};  // without the client taking any byte; the grace
  int64_t min_answer_bytes_per_second = 4
                                        << 10;  // who takes what waits slower than this is cut off
  std::chrono::milliseconds linger_timeout{10'000};  // discarding a refused body
};

struct HttpServerStats {
  int64_t connections = 0;
  int64_t buffered_request_bytes = 0;
};

}  // namespace assay
