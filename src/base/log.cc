#include "base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>

namespace assay {

void InitLogging(std::string_view level) {
  auto logger = spdlog::stderr_color_mt("assay");
  logger->set_pattern("%Y-%m-%dT%H:%M:%S.%e %^%l%$ %v");
  auto parsed = spdlog::level::from_str(std::string(level));
  if (parsed == spdlog::level::off && level != "off") parsed = spdlog::level::info;
  logger->set_level(parsed);
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace assay
