#include "apps/setup/input_file.h"

#include <algorithm>
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

Result<std::string> ReadSecret(const std::string& option, const std::string& path) {
  const auto text = ReadTextFile(path);
  if (!text.ok()) {
    return Error{ErrorCode::kInvalidArgument, "secret", 0, option + ": " + text.error().message};
  }
  return SecretOf(option + ": " + path, *text);
}

Result<std::string> SecretOf(const std::string& source, std::string_view text) {
  text = TrimAsciiSpace(text);
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(),
                                                  [](char c) { return c > ' ' && c < '\x7f'; });
  if (plain) return std::string(text);
  return Error{ErrorCode::kInvalidArgument, "secret", 0,
               source + " holds no token: one line of ASCII"};
}

}  // namespace assay
