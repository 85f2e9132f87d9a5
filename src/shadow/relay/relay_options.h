// What bounds the relay, and what it says about itself. Plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace assay::shadow {

struct RelayOptions {
  std::string host = "127.0.0.1";  // where clients come to: an address, or a name that has one
  int port = 0;                    // 0: any free port
  std::string against;             // the peer: http://host[:port][/path] or https://…
  bool keep_host = false;          // the peer gets the Host that the client sent
  // PEM file with the authorities that may vouch for an https peer; empty: the system's.
  std::string ca_file;

  int io_threads = 2;
  int max_connections = 8192;
  int64_t max_head_bytes = 256 << 10;     // of a request or reply; longer ones aren't understood
  int64_t max_body_bytes = 64LL << 20;    // of a request or reply that is watched, each
  int64_t max_watched_bytes = 1LL << 30;  // of all that is being watched

  std::chrono::milliseconds connect_timeout{30'000};      // to the peer, TLS included
  std::chrono::milliseconds head_timeout{60'000};         // a request's head, from its first byte
  std::chrono::milliseconds idle_timeout{900'000};        // between requests
  std::chrono::milliseconds exchange_timeout{7'200'000};  // in a request without any byte moving
  std::chrono::milliseconds departed_timeout{600'000};    // the same, when one side has shut
  std::chrono::milliseconds linger_timeout{10'000};  // for the rest of a request that is refused
};

struct RelayStats {
  int64_t connections = 0;    // open now
  int64_t watched_bytes = 0;  // held now
  int64_t exchanges = 0;      // handed over
  int64_t faulty = 0;         // of them with a fault
  int64_t unreachable = 0;    // requests answered 502 because the peer can't be reached
  int64_t blind = 0;          // connections that passed on without being understood
};

}  // namespace assay::shadow
