// Names of sandboxes, and of what lives in them: what nobody guesses, in letters that paths and
// host names take as they are. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// `prefix` and 24 hexadecimal digits: 96 random bits.
Result<std::string> NewSessionId(std::string_view prefix);
inline Result<std::string> NewSandboxId() {
  return NewSessionId("sb-");
}

}  // namespace assay
