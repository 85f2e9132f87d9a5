#include "apps/setup/input_file.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "base/text.h"

namespace assay {

Result<std::string> ReadWholeFile(const std::string& path) {
  if (path == "-") {
    return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  }
  std::error_code ignored;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path, ignored)) {
    return Error{ErrorCode::kInvalidArgument, "run", 0, path + ": cannot be read"};
  }
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

Result<std::string> ReadTextFile(const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(std::string text, ReadWholeFile(path));
  if (!IsValidUtf8(text)) {
    return Error{ErrorCode::kInvalidArgument, "run", 0, path + ": is not UTF-8 text"};
  }
  return text;
}

}  // namespace assay
