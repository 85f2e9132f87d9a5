// McpSink: where the messages that answer one request go. Each transport has its own.
//
// Thread-safe; never waits. Finish is called exactly once, and nothing after it.
#pragma once

#include <memory>
#include <string>

namespace assay {

// The answer to a request.
struct McpReply {
  std::string message = {};  // JSON-RPC, one line; empty: it was cancelled, so that there is none
  int error = 0;             // the code of an error
};

class McpSink {
 public:
  virtual ~McpSink() = default;
  virtual void Notify(std::string message) = 0;
  virtual void Finish(McpReply reply) = 0;
};
using McpSinkPtr = std::shared_ptr<McpSink>;

}  // namespace assay
