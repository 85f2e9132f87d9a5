// Failure: why a request got no answer of the model, told apart as far as one acts differently.
//
// A failure is never an empty answer: an empty one is graded, a failure is asked for again. Plain
// values and pure functions.
#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "net/http.h"
#include "net/http_client.h"

namespace assay::rollout {

enum class FailureKind {
  kTimeout,        // no answer by the deadline
  kRefused,        // nobody takes connections there
  kReset,          // the connection broke off
  kTls,            // no secure connection
  kTooLong,        // more bytes than an answer may have
  kHttp,           // a status that is none of the others here
  kMalformed,      // a 200 that is no completion
  kContentFilter,  // the endpoint won't answer this
  kContextLength,  // the prompt, or what is asked of it, is too long for the model
  kQuota,          // paid up: later, or never, and not for this sample alone
  kDenied,         // the key isn't good for this: not for this sample alone
  kCancelled,      // we gave up
};

struct Failure {
  FailureKind kind = FailureKind::kMalformed;
  int status = 0;       // of HTTP; 0: there was no answer
  std::string message;  // a sentence for people
  bool retryable = false;
  // How long the endpoint asks to be left alone.
  std::optional<Nanoseconds> retry_after = std::nullopt;

  // For GenerationRecord: "timeout", "http_500".
  std::string Name() const;
  // Whether it says that there are too many requests, or that the server can't cope.
  bool crowded() const { return status == 429 || status == 503 || status == 529; }
};

// Of an answer whose status isn't 200, without its Retry-After.
Failure FailureOfStatus(const HttpResponse& response);
// Of the "error" that some gateways put into a 200, or of a finish_reason: `code` may be a status
// or a word.
Failure FailureOfWords(int status, const std::string& code, std::string message);
// Of a request that had no answer.
Failure FailureOfTransport(HttpFailure failure, std::string message);

}  // namespace assay::rollout
