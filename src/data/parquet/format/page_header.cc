#include "data/parquet/format/page_header.h"

#include <limits>

#include "data/parquet/format/thrift_compact.h"

namespace assay::parquet {
namespace {

using Field = ThriftReader::Field;

Encoding ToEncoding(int64_t value) {
  const bool known = value == 0 || (value >= 2 && value <= 9);
  return known ? static_cast<Encoding>(value) : Encoding::kUnknown;
}

// Sizes and counts are 32 bits in the format, and none is negative.
int64_t Size(ThriftReader& in, const Field& field) {
  const int64_t value = in.Int(field, -1);
  if (value < 0 || value > std::numeric_limits<int32_t>::max()) {
    in.Fail("has an impossible size");
    return 0;
  }
  return value;
}

void ReadData(ThriftReader& in, PageHeader* page) {
  Field field;
  while (in.NextField(&field)) {
    switch (field.id) {
      case 1: page->values = Size(in, field); break;
      case 2: page->encoding = ToEncoding(in.Int(field, -1)); break;
      case 3: page->definition_encoding = ToEncoding(in.Int(field, -1)); break;
      case 4: page->repetition_encoding = ToEncoding(in.Int(field, -1)); break;
      default: in.Skip(field);
    }
  }
}

void ReadDictionary(ThriftReader& in, PageHeader* page) {
  Field field;
  while (in.NextField(&field)) {
    switch (field.id) {
      case 1: page->values = Size(in, field); break;
      case 2: page->encoding = ToEncoding(in.Int(field, -1)); break;
      default: in.Skip(field);
    }
  }
}

void ReadDataV2(ThriftReader& in, PageHeader* page) {
  Field field;
  while (in.NextField(&field)) {
    switch (field.id) {
      case 1: page->values = Size(in, field); break;
      case 4: page->encoding = ToEncoding(in.Int(field, -1)); break;
      case 5: page->definition_bytes = Size(in, field); break;
      case 6: page->repetition_bytes = Size(in, field); break;
      case 7: page->is_compressed = in.Bool(field, true); break;
      default: in.Skip(field);
    }
  }
}

}  // namespace

HeaderState ParsePageHeader(std::string_view bytes, PageHeader* header) {
  *header = PageHeader{};
  ThriftReader in(bytes);
  bool described = false;
  Field field;
  while (in.NextField(&field)) {
    const bool is_struct = field.type == ThriftType::kStruct;
    switch (field.id) {
      case 1: {
        const int64_t type = in.Int(field, -1);
        header->type = type >= 0 && type <= 3 ? static_cast<PageType>(type) : PageType::kUnknown;
        break;
      }
      case 2: header->uncompressed_bytes = Size(in, field); break;
      case 3: header->compressed_bytes = Size(in, field); break;
      case 4:
        header->has_crc = true;
        header->crc = static_cast<uint32_t>(in.Int(field));
        break;
      case 5:
      case 7:
      case 8:
        if (!is_struct) {
          in.Skip(field);
        } else if (field.id == 5) {
          ReadData(in, header);
          described = header->type == PageType::kData;
        } else if (field.id == 7) {
          ReadDictionary(in, header);
          described = header->type == PageType::kDictionary;
        } else {
          ReadDataV2(in, header);
          described = header->type == PageType::kDataV2;
        }
        break;
      default: in.Skip(field);
    }
  }
  if (!in.ok()) return in.torn() ? HeaderState::kTorn : HeaderState::kBad;
  header->header_bytes = in.used();
  const bool skipped = header->type == PageType::kIndex || header->type == PageType::kUnknown;
  return described || skipped ? HeaderState::kRead : HeaderState::kBad;
}

}  // namespace assay::parquet
