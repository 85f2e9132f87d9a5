// Names of sandboxes, and of what lives in them: what nobody guesses, in letters that paths and
// host names take as they are. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// `prefix` and 24 hexadecimal digits: 96 random bits.
Result<std::string> NewSessionId(std::string_view prefix);
// Of a sandbox: with the name of its node (empty: none), by which what stands before several nodes
// finds it (docs/cluster.md).
Result<std::string> NewSandboxId(const std::string& node);

}  // namespace assay
