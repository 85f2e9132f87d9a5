// --listen: where a server listens beside its port. Pure.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace assay {

struct UnixListener {
  std::string path;
  uint32_t mode = 0660;
};

// "unix:/run/assay.sock,mode=0600". kInvalidArgument names the option and says what it takes.
Result<UnixListener> ParseListen(const std::string& text);

}  // namespace assay
