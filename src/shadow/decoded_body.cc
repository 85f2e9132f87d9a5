#include "shadow/decoded_body.h"

#include <zlib.h>

#include <array>

#include "base/text.h"
#include "text/excerpt.h"

namespace assay::shadow {
namespace {

constexpr int kGzipOrZlib = 15 + 32;  // the largest window; the header says which
constexpr int kBare = -15;            // "deflate" as some servers understand it

std::optional<std::string> Inflate(const std::string& packed, int window, int64_t most_bytes) {
  z_stream stream = {};
  if (::inflateInit2(&stream, window) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string plain;
  std::array<char, 64 << 10> piece;
  int code = Z_OK;
  while (code == Z_OK && static_cast<int64_t>(plain.size()) <= most_bytes) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    code = ::inflate(&stream, Z_NO_FLUSH);
    plain.append(piece.data(), piece.size() - stream.avail_out);
  }
  ::inflateEnd(&stream);
  if (code != Z_STREAM_END || static_cast<int64_t>(plain.size()) > most_bytes) return std::nullopt;
  return plain;
}

}  // namespace

std::optional<std::string> DecodedBody(const HeaderList& headers, const std::string& body,
                                       int64_t most_bytes, std::string* fault) {
  const std::string* header = FindHeader(headers, "content-encoding");
  const std::string encoding =
      header == nullptr ? "" : AsciiLower(std::string(TrimAsciiSpace(*header)));
  if (encoding.empty() || encoding == "identity" || body.empty()) return body;
  if (encoding != "gzip" && encoding != "x-gzip" && encoding != "deflate") {
    *fault = "its content encoding '" + Excerpt(encoding) + "' is not read here";
    return std::nullopt;
  }
  auto plain = Inflate(body, kGzipOrZlib, most_bytes);
  if (!plain && encoding == "deflate") plain = Inflate(body, kBare, most_bytes);
  if (!plain) *fault = "its " + encoding + " is damaged or too long";
  return plain;
}

}  // namespace assay::shadow
