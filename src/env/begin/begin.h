// What `assay env new` writes: a small environment that works, with tasks of our own making.
// Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "env/model/manifest.h"

namespace assay::env {

struct BeginFile {
  std::string name;
  std::string text;
};

// The kinds there are to begin with: math, code, science and logic.
const std::vector<Kind>& BeginKinds();
// REQUIRES: one of these, and a name by IsEnvironmentName.
std::vector<BeginFile> BeginFiles(const std::string& name, Kind kind);

}  // namespace assay::env
