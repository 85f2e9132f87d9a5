#include "judging/runs/nonce.h"

#include <sys/random.h>

#include <array>
#include <cerrno>

namespace assay {

Result<std::string> RandomNonce() {
  std::array<unsigned char, 16> bytes;
  // Requests of up to 256 bytes are never cut short or interrupted once the pool is initialised.
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    return SystemError("engine.getrandom", errno, "cannot draw a nonce");
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (unsigned char byte : bytes) {
    hex.push_back(kDigits[byte >> 4]);
    hex.push_back(kDigits[byte & 15]);
  }
  return hex;
}

}  // namespace assay
