#include "sessions/session_ids.h"

#include <sys/random.h>

#include <cerrno>

namespace assay {

Result<std::string> NewSessionId(std::string_view prefix) {
  unsigned char bytes[12];
  if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) {
    return SystemError("sandbox", errno, "there are no random bytes");
  }
  std::string id(prefix);
  for (const unsigned char byte : bytes) {
    id += "0123456789abcdef"[byte >> 4];
    id += "0123456789abcdef"[byte & 15];
  }
  return id;
}

std::string NodePrefix(std::string_view kind, const std::string& node, std::string_view alone) {
  if (node.empty()) return std::string(alone);
  return std::string(kind) + "-" + node + "-";
}

Result<std::string> NewSandboxId(const std::string& node) {
  return NewSessionId(NodePrefix("sb", node, "sb-"));
}

}  // namespace assay
