// What Prime's clients are told of sandboxes: their object, their words for states and ends.
// Requests have snake_case names, answers camelCase ones, and batches snake_case again. Pure,
// thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "api/prime/desk.h"
#include "base/result.h"
#include "net/http.h"
#include "text/json_writer.h"

namespace assay {

struct PrimeState {
  std::string_view status;      // "RUNNING"
  std::string_view error_type;  // empty: no error
  std::string message;          // of the error
};
// error_type chooses which exception clients raise: TIMEOUT and IMAGE_PULL_FAILED have their own.
PrimeState PrimeStateOf(const SandboxInfo& info);

// "2026-11-22T17:04:26.120000Z"
std::string PrimeTime(WallTime time);

// The members of the object, for who writes more into it.
void WritePrimeSandbox(const PrimeSandbox& sandbox, JsonWriter* json);
// The object itself.
std::string PrimeSandboxJson(const PrimeSandbox& sandbox);
// {"gateway_url": …}
void WritePrimeAuth(const PrimeAuth& auth, JsonWriter* json);

// {"detail": …}
void SendPrimeError(const HttpReplyPtr& reply, int status, std::string_view detail);
// What a request about sandboxes failed with: 422 for the caller's fault, 503 where it may be sent
// again (clients try three times), 500. Never 429, for which they wait 40 s.
void SendPrimeFailure(const HttpReplyPtr& reply, const Error& error);
void SendPrimeUnknown(const HttpReplyPtr& reply, const std::string& id);
void SendNoSandboxes(const HttpReplyPtr& reply);  // 501

}  // namespace assay
