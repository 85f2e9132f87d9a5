#include "base/files/named_file.h"

#include <utility>

namespace assay {

Error NamedFileError(std::string stage, int sys_errno, std::string message) {
  Error error = SystemError(std::move(stage), sys_errno, std::move(message));
  if (!error.IsOfTheirs() && error.code != ErrorCode::kPermission) return error;
  return Error{ErrorCode::kInvalidArgument, error.stage, 0, error.ToSentence()};
}

}  // namespace assay
