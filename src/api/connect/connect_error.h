// What the Connect protocol says when a call fails: one of sixteen codes, with a sentence. The code
// decides what clients do, whether they try again above all. Plain values.
#pragma once

#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "base/result.h"
#include "net/http.h"

namespace assay {

enum class ConnectCode {
  kCanceled,
  kUnknown,
  kInvalidArgument,
  kDeadlineExceeded,
  kNotFound,
  kAlreadyExists,
  kPermissionDenied,
  kResourceExhausted,
  kFailedPrecondition,
  kAborted,
  kOutOfRange,
  kUnimplemented,
  kInternal,
  kUnavailable,
  kDataLoss,
  kUnauthenticated,
};
inline constexpr auto kConnectCodeNames =
    MakeEnumNames<ConnectCode>({{ConnectCode::kCanceled, "canceled"},
                                {ConnectCode::kUnknown, "unknown"},
                                {ConnectCode::kInvalidArgument, "invalid_argument"},
                                {ConnectCode::kDeadlineExceeded, "deadline_exceeded"},
                                {ConnectCode::kNotFound, "not_found"},
                                {ConnectCode::kAlreadyExists, "already_exists"},
                                {ConnectCode::kPermissionDenied, "permission_denied"},
                                {ConnectCode::kResourceExhausted, "resource_exhausted"},
                                {ConnectCode::kFailedPrecondition, "failed_precondition"},
                                {ConnectCode::kAborted, "aborted"},
                                {ConnectCode::kOutOfRange, "out_of_range"},
                                {ConnectCode::kUnimplemented, "unimplemented"},
                                {ConnectCode::kInternal, "internal"},
                                {ConnectCode::kUnavailable, "unavailable"},
                                {ConnectCode::kDataLoss, "data_loss"},
                                {ConnectCode::kUnauthenticated, "unauthenticated"}});
static_assert(kConnectCodeNames.IsWholeUpTo(ConnectCode::kUnauthenticated));

struct ConnectError {
  ConnectCode code = ConnectCode::kUnknown;
  std::string message;
};

// Of the answer to a unary call; a stream's is always 200.
int HttpStatusOf(ConnectCode code);
// {"code":"not_found","message":"…"}
std::string ConnectErrorJson(const ConnectError& error);
// The answer to a unary call that fails.
HttpResponse ConnectErrorResponse(const ConnectError& error);
// By what went wrong with us; `kInvalidArgument` stays the caller's fault.
ConnectError ConnectErrorOf(const Error& error);

}  // namespace assay
