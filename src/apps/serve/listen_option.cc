#include "apps/serve/listen_option.h"

#include <charconv>

#include "base/text.h"

namespace assay {
namespace {

constexpr std::string_view kUnix = "unix:";
constexpr std::string_view kMode = ",mode=";
constexpr size_t kLongestPath = 107;  // what the kernel takes

Error Invalid(const std::string& text) {
  return Error{ErrorCode::kInvalidArgument, "serve", 0,
               "--listen: must be unix:PATH or unix:PATH,mode=0660, with an absolute path of at "
               "most 107 bytes and an octal mode, not '" +
                   text + "'"};
}

}  // namespace

Result<UnixListener> ParseListen(const std::string& text) {
  if (!StartsWith(text, kUnix)) return Invalid(text);
  UnixListener listener;
  listener.path = text.substr(kUnix.size());
  if (const size_t mode = listener.path.rfind(kMode); mode != std::string::npos) {
    const std::string digits = listener.path.substr(mode + kMode.size());
    const char* end = digits.data() + digits.size();
    const auto [at, error] = std::from_chars(digits.data(), end, listener.mode, 8);
    if (error != std::errc{} || at != end || listener.mode > 0777) return Invalid(text);
    listener.path.resize(mode);
  }
  if (!StartsWith(listener.path, "/") || listener.path.size() > kLongestPath) return Invalid(text);
  return listener;
}

}  // namespace assay
