#include "api/connect/connect_error.h"

#include <system_error>

#include "runner/live_box.h"
#include "text/json_writer.h"

namespace assay {

int HttpStatusOf(ConnectCode code) {
  switch (code) {
    case ConnectCode::kCanceled: return 499;
    case ConnectCode::kInvalidArgument:
    case ConnectCode::kFailedPrecondition:
    case ConnectCode::kOutOfRange: return 400;
    case ConnectCode::kUnauthenticated: return 401;
    case ConnectCode::kPermissionDenied: return 403;
    case ConnectCode::kNotFound: return 404;
    case ConnectCode::kAlreadyExists:
    case ConnectCode::kAborted: return 409;
    case ConnectCode::kResourceExhausted: return 429;
    case ConnectCode::kUnimplemented: return 501;
    case ConnectCode::kUnavailable: return 503;
    case ConnectCode::kDeadlineExceeded: return 504;
    case ConnectCode::kUnknown:
    case ConnectCode::kInternal:
    case ConnectCode::kDataLoss: return 500;
  }
  return 500;
}

std::string ConnectErrorJson(const ConnectError& error) {
  JsonWriter json;
  json.BeginObject().Key("code").String(kConnectCodeNames.NameOf(error.code));
  if (!error.message.empty()) json.Key("message").Bytes(error.message);
  return json.EndObject().Take();
}

HttpResponse ConnectErrorResponse(const ConnectError& error) {
  HttpResponse response;
  response.status = HttpStatusOf(error.code);
  response.body = ConnectErrorJson(error);
  return response;
}

ConnectError ConnectErrorOf(const Error& error) {
  ConnectError failed{ConnectCode::kInternal, error.ToString()};
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
      failed = {ConnectCode::kInvalidArgument, error.message};
      if (IsUsedUp(error)) {
        failed.code = ConnectCode::kResourceExhausted;
        break;
      }
      // Of a process that can't start, the box names the path alone.
      if (error.stage == "sandbox.directory") failed.message = "directory: " + error.message;
      if (error.stage == "sandbox.directory" || error.stage == "sandbox.exec") {
        failed.message += ": " + std::generic_category().message(error.sys_errno);
      }
      break;
    case ErrorCode::kUnavailable: failed.code = ConnectCode::kUnavailable; break;
    case ErrorCode::kResource: failed.code = ConnectCode::kResourceExhausted; break;
    case ErrorCode::kPermission: failed.code = ConnectCode::kPermissionDenied; break;
    case ErrorCode::kUnsupported: failed.code = ConnectCode::kUnimplemented; break;
    case ErrorCode::kCancelled: failed.code = ConnectCode::kCanceled; break;
    case ErrorCode::kInternal: break;
  }
  return failed;
}

}  // namespace assay
