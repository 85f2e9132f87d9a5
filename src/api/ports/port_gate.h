// PortGate: passes requests on to programs that serve HTTP on a port inside a sandbox, and their
// answers back: the head when it is there, the body piece by piece, no faster than the client takes
// it. One connection into the sandbox for each request.
//
// The programs are untrusted: heads and waiting are bounded, and what isn't HTTP/1.1 to the letter
// is refused. A connection ends with its answer, with its client, or with the sandbox, whose
// processes' sockets end with them.
//
// Thread-safe. One thread of its own drives all connections, and a few that may block make them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "api/ports/port_head.h"
#include "net/http.h"
#include "sessions/sandboxes.h"

namespace assay {

struct PortOptions {
  // At once; one more is answered 429.
  int64_t max_of_sandbox = 16;
  int64_t max_of_tenant = 128;
  int64_t max_of_all = 512;
  std::chrono::milliseconds connect_timeout{10'000};
  // From the connection to the end of the answer's head. What is sent may take longer, as long as a
  // MiB a second would.
  std::chrono::milliseconds answer_timeout{60'000};
};

struct PortCall {
  SandboxPtr sandbox;
  std::string tenant;
  PortPlace place;
  std::string rest;  // of the path, decoded
  std::shared_ptr<const HttpRequest> request;
  HttpReplyPtr reply;
};

class PortGate {
 public:
  explicit PortGate(PortOptions options);
  // What is under way is dropped.
  ~PortGate();
  PortGate(const PortGate&) = delete;
  PortGate& operator=(const PortGate&) = delete;

  // Answers at once or later. A sandbox that is paused is resumed for it.
  void Pass(PortCall call);

 private:
  struct Loop;
  class Exchange;

  const std::unique_ptr<Loop> loop_;
};

}  // namespace assay
