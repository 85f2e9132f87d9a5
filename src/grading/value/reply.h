// Reply: what a driver program wrote to its reply descriptor. Internal to grading.
//
// The descriptor belongs to the candidate's process, so everything on it is the candidate's word:
// a reply may claim a value (which is then compared) but its faults are always the candidate's, and
// anything but exactly one well-formed object is no reply at all.
#pragma once

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
  Value value;          // kValue
  Value args;           // kValue: the arguments after the call, or null when not told
  std::string nonce;    // kPassed
  std::string kind;     // kError
  std::string message;  // for people, bounded; the candidate's words
};

Reply ParseReply(std::string_view bytes);

}  // namespace assay
