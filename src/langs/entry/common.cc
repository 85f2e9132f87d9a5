#include "langs/entry/common.h"

#include <filesystem>

namespace assay {

std::map<std::string, std::string> PathWith(const std::string& program) {
  const std::string directory = std::filesystem::path(program).parent_path();
  if (directory.empty() || directory == "/usr/bin" || directory == "/bin" ||
      directory == "/usr/local/bin") {
    return {};
  }
  return {{"PATH", directory + ":/usr/local/bin:/usr/bin:/bin"}};
}

}  // namespace assay
