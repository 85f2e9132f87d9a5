// What is installed on the host, and which of its paths a box must see. Runs the operator's own
// commands; slow, for start-up. Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "langs/entry/entry.h"

namespace assay {

struct Toolchain {
  std::string language;  // canonical id
  std::string version;   // "Python 3.11.2"; empty when not available
  std::string path;      // of the compiler or interpreter
  bool available = false;
  std::string problem;  // why it is not available, and what to install
};

Toolchain ProbeToolchain(const LanguageEntry& entry, const LanguageTools& tools);
// Existing paths only, none below another of the list.
std::vector<std::string> FindToolchainPaths(const std::vector<LanguageTools>& languages);

}  // namespace assay
