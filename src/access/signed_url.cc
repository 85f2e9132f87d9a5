#include "access/signed_url.h"

#include <charconv>
#include <chrono>

#include "base/text.h"
#include "net/form/query.h"

namespace assay {
namespace {

// The only path that such a URL opens: elsewhere the same query would mean something else.
constexpr std::string_view kFiles = "/files";
constexpr std::string_view kVersion = "v1_";

std::string BytesOfHex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return bytes;
}

// Takes no longer the more of it is right.
bool SameSecret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

bool IsOver(std::string_view expires) {
  int64_t seconds = 0;
  const auto [end, fault] =
      std::from_chars(expires.data(), expires.data() + expires.size(), seconds);
  if (fault != std::errc() || end != expires.data() + expires.size()) return true;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count() >= seconds;
}

}  // namespace

std::string UrlSignature(std::string_view path, std::string_view use, std::string_view user,
                         std::string_view token, std::string_view expires) {
  std::string text(path);
  for (const std::string_view part : {use, user, token}) text.append(":").append(part);
  if (!expires.empty()) text.append(":").append(expires);
  std::string digest = Base64Encode(BytesOfHex(Sha256Hex(text)));
  while (!digest.empty() && digest.back() == '=') digest.pop_back();
  return std::string(kVersion) + digest;
}

std::shared_ptr<const Caller> SignerOf(const HttpRequest& request, const BoxTokens& tokens) {
  if (request.path != kFiles || request.query.find("signature=") == std::string::npos) {
    return nullptr;
  }
  const Query query(request.query);
  const std::string signature = query.Get("signature");
  const std::string expires = query.Get("signature_expiration");
  if (!StartsWith(signature, kVersion) || (!expires.empty() && IsOver(expires))) return nullptr;
  const std::string path = query.Get("path");
  const std::string user = query.Get("username");
  const std::string_view use = request.method == "POST" ? "write" : "read";
  return tokens.FindShared(
      std::string(request.Header("e2b-sandbox-id")), [&](std::string_view token) {
        return SameSecret(signature, UrlSignature(path, use, user, token, expires));
      });
}

}  // namespace assay
