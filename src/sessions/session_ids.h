// Names of sandboxes, and of what lives in them: what nobody guesses, in letters that paths and
// host names take as they are. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// `prefix` and 24 hexadecimal digits: 96 random bits.
Result<std::string> NewSessionId(std::string_view prefix);
// What stands before a name that belongs to this node alone, by which whoever stands before several
// nodes finds it (docs/cluster.md): "k-NODE-" of the kind "k". Without a node `alone`.
std::string NodePrefix(std::string_view kind, const std::string& node, std::string_view alone);
// Of a sandbox: with the name of its node (empty: none).
Result<std::string> NewSandboxId(const std::string& node);

}  // namespace assay
