// What is installed on the host, and which of its paths a box must see. Runs the operator's own
// commands; slow, for start-up. Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "langs/table.h"

namespace assay {

std::vector<Toolchain> ProbeToolchains(const std::vector<LanguageEntry>& entries);
// Existing paths only, none below another of the list.
std::vector<std::string> FindToolchainPaths(const LanguageConfig& config);

}  // namespace assay
