// Errors about files that whoever asks named. Thread-safe.
#pragma once

#include <string>

#include "base/result.h"

namespace assay {

// kInvalidArgument, in the system's words, where the name or what they may read is at fault. Others
// are a SystemError.
Error NamedFileError(std::string stage, int sys_errno, std::string message);

}  // namespace assay
