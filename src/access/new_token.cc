#include "access/new_token.h"

#include <sys/random.h>

#include <algorithm>
#include <cerrno>

#include "base/text.h"

namespace assay {

Result<std::string> NewToken(std::string_view prefix) {
  unsigned char bytes[32];
  if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) {
    return SystemError("access", errno, "there are no random bytes");
  }
  std::string text =
      Base64Encode(std::string_view(reinterpret_cast<const char*>(bytes), sizeof bytes));
  // The alphabet of URLs, where some clients put it.
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  text.resize(std::min(text.find('='), text.size()));
  return std::string(prefix) + text;
}

}  // namespace assay
