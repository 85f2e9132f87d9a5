// RequestScope: which request a thread works on, for what it logs. Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// While it lives, what this thread logs belongs to that request. Scopes nest; `id` outlives it.
class RequestScope {
 public:
  explicit RequestScope(const std::string& id);
  ~RequestScope();
  RequestScope(const RequestScope&) = delete;
  RequestScope& operator=(const RequestScope&) = delete;

 private:
  const std::string* const outer_;
};

// The request that this thread works on; empty: none, or nobody said.
std::string_view CurrentRequest();

}  // namespace assay
