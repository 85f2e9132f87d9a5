// Logging: spdlog to stderr. One place to set the level and format. Thread-safe.
#pragma once

#include <spdlog/spdlog.h>

#include <string_view>

namespace assay {

// level: trace, debug, info, warn, error, off. Unknown names mean info.
void InitLogging(std::string_view level);

}  // namespace assay
