// The header that stands before each page of a column. Plain values.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace assay::parquet {

enum class PageType : int8_t { kData = 0, kIndex = 1, kDictionary = 2, kDataV2 = 3, kUnknown = 4 };

enum class Encoding : int8_t {
  kPlain = 0,
  kPlainDictionary = 2,
  kRle = 3,
  kBitPacked = 4,
  kDeltaBinaryPacked = 5,
  kDeltaLengthByteArray = 6,
  kDeltaByteArray = 7,
  kRleDictionary = 8,
  kByteStreamSplit = 9,
  kUnknown = 10,
};

struct PageHeader {
  PageType type = PageType::kUnknown;
  // Of the page behind the header. Never negative.
  int64_t uncompressed_bytes = 0;
  int64_t compressed_bytes = 0;
  bool has_crc = false;
  uint32_t crc = 0;    // CRC-32 of the page as it lies in the file
  int64_t values = 0;  // levels of a data page, entries of a dictionary. Never negative.
  Encoding encoding = Encoding::kUnknown;
  Encoding definition_encoding = Encoding::kRle;  // kData
  Encoding repetition_encoding = Encoding::kRle;
  // kDataV2; its levels are never compressed.
  int64_t definition_bytes = 0;
  int64_t repetition_bytes = 0;
  bool is_compressed = true;

  size_t header_bytes = 0;  // of the header itself
};

enum class HeaderState { kRead, kTorn, kBad };

// From the beginning of `bytes`. kTorn: there may be more to it than `bytes` has.
HeaderState ParsePageHeader(std::string_view bytes, PageHeader* header);

}  // namespace assay::parquet
