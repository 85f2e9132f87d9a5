#include "store/packed.h"

#include <zstd.h>

#include <charconv>

#include "base/check.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr std::string_view kMagic = "assay-store 1 ";
// The fastest ordinary level: test data shrinks to a fraction even so, and a miss must be cheap.
constexpr int kLevel = 1;

// Cuts the text up to `end` off the front; nullopt when it isn't there.
std::optional<std::string_view> Cut(std::string_view* text, char end) {
  const size_t at = text->find(end);
  if (at == text->npos) return std::nullopt;
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(at + 1);
  return part;
}

}  // namespace

std::string PackBytes(std::string_view key, std::string_view bytes) {
  std::string packed(kMagic);
  packed.append(key).append(" ").append(Sha256Hex(bytes)).append(" ");
  packed.append(std::to_string(bytes.size())).append("\n");
  const size_t header = packed.size();
  packed.resize(header + ZSTD_compressBound(bytes.size()));
  const size_t length = ZSTD_compress(packed.data() + header, packed.size() - header, bytes.data(),
                                      bytes.size(), kLevel);
  ASSAY_CHECK(!ZSTD_isError(length));
  packed.resize(header + length);
  packed.shrink_to_fit();
  return packed;
}

std::optional<std::string> UnpackBytes(std::string_view key, std::string_view packed,
                                       int64_t max_bytes) {
  if (!StartsWith(packed, kMagic)) return std::nullopt;
  packed.remove_prefix(kMagic.size());
  const auto own_key = Cut(&packed, ' ');
  const auto hash = Cut(&packed, ' ');
  const auto size_text = Cut(&packed, '\n');
  if (!own_key || *own_key != key || !hash || !size_text) return std::nullopt;
  int64_t size = 0;
  const auto [end, error] =
      std::from_chars(size_text->data(), size_text->data() + size_text->size(), size);
  if (error != std::errc() || end != size_text->data() + size_text->size()) return std::nullopt;
  // Not taken from the frame: what is reserved must not depend on a damaged byte.
  if (size < 0 || size > max_bytes) return std::nullopt;
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != static_cast<uint64_t>(size)) {
    return std::nullopt;
  }
  std::string bytes(static_cast<size_t>(size), '\0');
  const size_t length = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(length) || length != bytes.size()) return std::nullopt;
  if (Sha256Hex(bytes) != *hash) return std::nullopt;
  return bytes;
}

}  // namespace assay
