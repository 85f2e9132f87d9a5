#include "api/ui/page_pack.h"

#include <zlib.h>

#include "base/check.h"

namespace assay {
namespace {

// Of the ZIP format: the record at the end, an entry of the list before it, and the head before
// each file's bytes.
constexpr uint32_t kEndMark = 0x06054b50;
constexpr uint32_t kEntryMark = 0x02014b50;
constexpr uint32_t kHeadMark = 0x04034b50;
constexpr size_t kEndBytes = 22;
constexpr size_t kEntryBytes = 46;
constexpr size_t kHeadBytes = 30;
constexpr uint32_t kStored = 0;
constexpr uint32_t kDeflated = 8;

// A little-endian number of `bytes` bytes.
uint32_t Number(std::string_view text, size_t at, size_t bytes) {
  ASSAY_CHECK(at + bytes <= text.size());
  uint32_t number = 0;
  for (size_t i = bytes; i > 0; --i) {
    number = number << 8 | static_cast<unsigned char>(text[at + i - 1]);
  }
  return number;
}

std::string_view Part(std::string_view text, size_t at, size_t bytes) {
  ASSAY_CHECK(at <= text.size() && bytes <= text.size() - at);
  return text.substr(at, bytes);
}

void AppendNumber(uint32_t number, std::string* text) {
  for (int i = 0; i < 4; ++i) text->push_back(static_cast<char>(number >> (8 * i) & 0xff));
}

}  // namespace

std::vector<PackedFile> ReadPagePack(std::string_view zip) {
  ASSAY_CHECK(zip.size() >= kEndBytes);
  const std::string_view end = zip.substr(zip.size() - kEndBytes);
  ASSAY_CHECK(Number(end, 0, 4) == kEndMark);
  const uint32_t count = Number(end, 10, 2);
  size_t at = Number(end, 16, 4);
  std::vector<PackedFile> files;
  for (uint32_t i = 0; i < count; ++i) {
    ASSAY_CHECK(Number(zip, at, 4) == kEntryMark);
    const uint32_t method = Number(zip, at + 10, 2);
    ASSAY_CHECK(method == kStored || method == kDeflated);
    const size_t name_bytes = Number(zip, at + 28, 2);
    const size_t head = Number(zip, at + 42, 4);
    ASSAY_CHECK(Number(zip, head, 4) == kHeadMark);
    const size_t bytes = head + kHeadBytes + Number(zip, head + 26, 2) + Number(zip, head + 28, 2);
    files.push_back({.name = std::string(Part(zip, at + kEntryBytes, name_bytes)),
                     .deflated = Part(zip, bytes, Number(zip, at + 20, 4)),
                     .crc32 = Number(zip, at + 16, 4),
                     .size = Number(zip, at + 24, 4),
                     .stored = method == kStored});
    at += kEntryBytes + name_bytes + Number(zip, at + 30, 2) + Number(zip, at + 32, 2);
  }
  return files;
}

std::string GzipOf(const PackedFile& file) {
  ASSAY_CHECK(!file.stored);
  // No name and no date; the best compression, of an unknown system.
  std::string gzip("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff", 10);
  gzip += file.deflated;
  AppendNumber(file.crc32, &gzip);
  AppendNumber(file.size, &gzip);
  return gzip;
}

std::string BytesOf(const PackedFile& file) {
  if (file.stored) return std::string(file.deflated);
  std::string bytes(file.size, '\0');
  z_stream stream{};
  ASSAY_CHECK(inflateInit2(&stream, -MAX_WBITS) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(file.deflated.data()));
  stream.avail_in = static_cast<uInt>(file.deflated.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = file.size;
  const int state = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  ASSAY_CHECK(state == Z_STREAM_END && stream.avail_out == 0);
  return bytes;
}

}  // namespace assay
