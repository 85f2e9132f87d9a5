// Where the packages of npm lie that `make toolchains` installs. Pure.
#pragma once

#include <string>

#include "langs/entry/common.h"

namespace assay {

inline std::string NpmFolder(const LanguageConfig& config) {
  return config.Text(kToolchains) + "/npm/node_modules";
}

}  // namespace assay
