#include "data/parquet/encoding/codec.h"

#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include "base/check.h"

namespace assay::parquet {
namespace {

bool UnpackSnappy(std::string_view packed, std::string* out) {
  size_t size = 0;
  return snappy::GetUncompressedLength(packed.data(), packed.size(), &size) &&
         size == out->size() && snappy::RawUncompress(packed.data(), packed.size(), out->data());
}

// One member or several; zlib's own format is taken, too, as other readers do.
bool UnpackGzip(std::string_view packed, std::string* out) {
  constexpr int kGzipOrZlib = 32 + MAX_WBITS;
  z_stream stream = {};
  ASSAY_CHECK(inflateInit2(&stream, kGzipOrZlib) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out->data());
  stream.avail_out = static_cast<uInt>(out->size());
  int code = Z_OK;
  do {
    code = inflate(&stream, Z_FINISH);
  } while (code == Z_STREAM_END && stream.avail_in > 0 && inflateReset(&stream) == Z_OK);
  inflateEnd(&stream);
  return code == Z_STREAM_END && stream.avail_out == 0;
}

bool UnpackZstd(std::string_view packed, std::string* out) {
  return ZSTD_decompress(out->data(), out->size(), packed.data(), packed.size()) == out->size();
}

const char* Name(Codec codec) {
  switch (codec) {
    case Codec::kUncompressed: return "nothing";
    case Codec::kSnappy: return "Snappy";
    case Codec::kGzip: return "gzip";
    case Codec::kLzo: return "LZO";
    case Codec::kBrotli: return "Brotli";
    case Codec::kLz4:
    case Codec::kLz4Raw: return "LZ4";
    case Codec::kZstd: return "Zstandard";
  }
  return "?";
}

}  // namespace

Status CheckCodec(Codec codec) {
  switch (codec) {
    case Codec::kUncompressed:
    case Codec::kSnappy:
    case Codec::kGzip:
    case Codec::kZstd: return {};
    default: break;
  }
  return Error{ErrorCode::kUnsupported, "data.parquet", 0,
               std::string("the pages are compressed by ") + Name(codec) +
                   ", which is not read: write the file with Snappy, Zstandard or gzip"};
}

Status Unpack(Codec codec, std::string_view packed, size_t size, std::string* out) {
  out->assign(size, '\0');
  bool good = false;
  switch (codec) {
    case Codec::kUncompressed:
      good = packed.size() == size;
      if (good) out->assign(packed);
      break;
    case Codec::kSnappy: good = UnpackSnappy(packed, out); break;
    case Codec::kGzip: good = UnpackGzip(packed, out); break;
    case Codec::kZstd: good = UnpackZstd(packed, out); break;
    default: ASSAY_CHECK(CheckCodec(codec).ok());
  }
  if (!good) return BadFile(std::string("a page cannot be unpacked by ") + Name(codec));
  return {};
}

}  // namespace assay::parquet
