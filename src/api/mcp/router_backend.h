// RouterBackend: the routes of this process, asked without a connection.
//
// Thread-safe, as the router is. Questions run where they are asked, on the terms of handlers
// (net/http.h): on an I/O thread they don't wait.
#pragma once

#include "api/mcp/backend.h"
#include "net/router.h"

namespace assay {

class RouterBackend final : public McpBackend {
 public:
  // `router` has its routes before the first question, and outlives the last.
  explicit RouterBackend(const Router& router) : router_(router) {}

  std::weak_ptr<Pending> Ask(McpQuestion question, Done done) override;

 private:
  const Router& router_;
};

}  // namespace assay
