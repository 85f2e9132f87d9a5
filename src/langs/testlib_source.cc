#include "langs/testlib_source.h"

#include <algorithm>

#include "langs/include_lines.h"

namespace assay {

bool IncludesTestlib(std::string_view source) {
  const auto paths = IncludedPaths(source);
  return std::any_of(paths.begin(), paths.end(), [](std::string_view path) {
    return path.substr(path.rfind('/') + 1) == "testlib.h";  // npos + 1 is 0
  });
}

bool IsTestlibJudge(std::string_view source, std::string_view language) {
  return (language == kTestlibLanguage || language == "c") && IncludesTestlib(source);
}

}  // namespace assay
