#include "base/result.h"

#include <cerrno>
#include <cstring>

namespace assay {

namespace {

std::string SystemsWords(int sys_errno) {
  char buffer[128];
  return strerror_r(sys_errno, buffer, sizeof buffer);  // GNU form: thread-safe
}

}  // namespace

std::string Error::ToString() const {
  std::string text = stage;
  if (sys_errno != 0) text += ": " + SystemsWords(sys_errno);
  if (!message.empty()) text += ": " + message;
  return text;
}

std::string Error::ToSentence() const {
  if (sys_errno == 0) return message;
  return message.empty() ? SystemsWords(sys_errno) : message + ": " + SystemsWords(sys_errno);
}

bool Error::IsOfTheirs() const {
  return code == ErrorCode::kInvalidArgument || sys_errno == ENOENT || sys_errno == ENOTDIR ||
         sys_errno == EISDIR || sys_errno == EEXIST;
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
