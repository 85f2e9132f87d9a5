// Reply: what a driver program wrote to its reply descriptor. Internal to grading.
//
// The descriptor belongs to the candidate's process, so everything on it is the candidate's word:
// a reply may claim a value (which is then compared) but its faults are always the candidate's, and
// anything but exactly one well-formed object is no reply at all.
//
// A reply may be as large as any output. What it claims is therefore found first, in one pass that
// keeps nothing, and read only as far as it can still be what is expected.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grading/value/value.h"

namespace assay {

enum class ReplyStatus {
  kNone,       // nothing was written
  kMalformed,  // not exactly one JSON object of a known form; `message` says why
  kValue,      // {"status":"ok","value":V} or {"status":"ok","value":V,"args":[…]}
  kPassed,     // {"status":"passed","nonce":"…"}
  kFailed,     // {"status":"failed"|"error","kind":"assertion","type":"…","message":"…"}
  kError,      // {"status":"failed"|"error","kind":"…","type":"…","message":"…"}
};

struct Reply {
  ReplyStatus status = ReplyStatus::kNone;
  std::string_view value;  // kValue: its text, in what was parsed
  std::string_view args;   // kValue: the arguments after the call likewise; empty when not told
  std::string nonce;       // kPassed
  std::string kind;        // kError
  std::string message;     // for people, bounded; the candidate's words
};

Reply ParseReply(std::string_view bytes);

// What a call of which `expected` is expected came to: the value of a kValue reply, or the first
// argument after the call when the function returned nothing and something is expected. nullopt:
// it is malformed, or holds far more values than `expected`.
std::optional<Value> ValueOf(const Reply& reply, const Value& expected, ValueFault* fault);

}  // namespace assay
