// What the protocol asks the judging routes for, and what comes back: HTTP without a connection,
// so that the tools are pure and the same whether the routes are in this process or in a running
// server. Plain values.
#pragma once

#include <memory>
#include <string>

#include "net/caller.h"
#include "trace/request_trace.h"

namespace assay {

struct McpQuestion {
  std::string method = "POST";
  std::string path;
  std::string body = {};  // JSON
  // On whose behalf; null where nobody is asked (HttpRequest::caller).
  std::shared_ptr<const Caller> caller = {};
  RequestTracePtr trace = {};  // likewise
};

struct McpAnswer {
  int status = 0;  // of HTTP; 0: there was no answer, and `failure` says why
  std::string body = {};
  int retry_after_s = 1;
  std::string failure = {};
};

}  // namespace assay
