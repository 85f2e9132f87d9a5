// A toolchain that is named by a program: the operator's path for it, else the one on PATH.
// Internal to this room. Thread-safe.
#pragma once

#include <string>

#include "langs/entry/config.h"
#include "langs/entry/host_command.h"

namespace assay {

// `program` itself when it is nowhere: its probe then says that it is missing.
inline std::string OnPath(const LanguageConfig& config, const LanguageOption& option,
                          const std::string& program) {
  const std::string configured = config.Text(option);
  if (!configured.empty()) return configured;
  const std::string found = FindOnPath(program);
  return found.empty() ? program : found;
}

}  // namespace assay
