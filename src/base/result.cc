#include "base/result.h"

#include <cstring>

namespace assay {

std::string Error::ToString() const {
  std::string text = stage;
  if (sys_errno != 0) {
    char buffer[128];
    text += ": ";
    text += strerror_r(sys_errno, buffer, sizeof buffer);  // GNU form: thread-safe
  }
  if (!message.empty()) {
    text += ": ";
    text += message;
  }
  return text;
}

Error InvalidField(std::string stage, std::string field, const std::string& what) {
  Error error{ErrorCode::kInvalidArgument, std::move(stage), 0, field + ": " + what};
  error.field = std::move(field);
  return error;
}

Error SystemError(std::string stage, int sys_errno, std::string message) {
  ErrorCode code = ErrorCode::kInternal;
  switch (sys_errno) {
    case EPERM:
    case EACCES: code = ErrorCode::kPermission; break;
    case ENOMEM:
    case ENOSPC:
    case EMFILE:
    case ENFILE:
    case EAGAIN:
    case EDQUOT: code = ErrorCode::kResource; break;
    case ENOSYS:
    case EOPNOTSUPP: code = ErrorCode::kUnsupported; break;
    default: break;
  }
  return Error{code, std::move(stage), sys_errno, std::move(message)};
}

}  // namespace assay
