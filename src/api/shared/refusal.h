// Refusal: why a request, or one submission of it, isn't judged. The one channel for it, from
// parsing over resolving and submitting to the answer; responses.h gives it each route's shape.
// Plain values.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "text/field_reader.h"

namespace assay {

struct Refusal {
  enum class Kind {
    kFields,          // fields of the wrong type or value, each of them named
    kInvalid,         // types are right, but it can't be judged: one message
    kUnknownProblem,  // named by a hash that this server doesn't know (any more)
    kOverloaded,      // the same request may be taken later
  };

  Kind kind = Kind::kInvalid;
  std::string message = {};
  std::string field = {};  // of kInvalid and kUnknownProblem; may be empty
  FieldErrors fields = {};
  int retry_after_seconds = 1;  // of kOverloaded

  static Refusal Fields(FieldErrors errors) {
    return {.kind = Kind::kFields, .fields = std::move(errors)};
  }
  static Refusal Invalid(std::string message) { return {.message = std::move(message)}; }
  static Refusal Overloaded(int retry_after_seconds, std::string message) {
    return {.kind = Kind::kOverloaded,
            .message = std::move(message),
            .retry_after_seconds = retry_after_seconds};
  }
  // What the engine said when a submission was handed to it.
  static Refusal OfEngine(const Error& error, int retry_after_seconds) {
    if (error.code != ErrorCode::kInvalidArgument) {
      return Overloaded(retry_after_seconds, error.message);
    }
    return {.kind = Kind::kInvalid, .message = error.message, .field = error.field};
  }
};

}  // namespace assay
