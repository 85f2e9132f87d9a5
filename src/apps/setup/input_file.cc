#include "apps/setup/input_file.h"

#include <iostream>
#include <iterator>

#include "base/text.h"
#include "base/whole_file.h"

namespace assay {

Result<std::string> ReadWholeFile(const std::string& path) {
  if (path == "-") {
    return std::string(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>());
  }
  auto text = ReadFile(path, "run");
  if (!text.ok()) return Error{ErrorCode::kInvalidArgument, "run", 0, path + ": cannot be read"};
  return text;
}

Result<std::string> ReadTextFile(const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(std::string text, ReadWholeFile(path));
  if (!IsValidUtf8(text)) {
    return Error{ErrorCode::kInvalidArgument, "run", 0, path + ": is not UTF-8 text"};
  }
  return text;
}

}  // namespace assay
