// McpBackend: who answers the questions of tools and resources: the routes of this process
// (router_backend.h), or a running server.
//
// Thread-safe.
#pragma once

#include <functional>
#include <memory>

#include "api/mcp/tools/question.h"

namespace assay {

class McpBackend {
 public:
  // A question under way. Thread-safe.
  class Pending {
   public:
    virtual ~Pending() = default;
    // Its work is stopped, and nobody is told of an answer any more.
    virtual void Cancel() = 0;
  };
  using Done = std::function<void(McpAnswer)>;

  virtual ~McpBackend() = default;
  // Never waits. `done` is called once, on any thread and perhaps before this returns, unless the
  // question is cancelled. Who asks needn't keep what is returned.
  virtual std::weak_ptr<Pending> Ask(McpQuestion question, Done done) = 0;
};

}  // namespace assay
