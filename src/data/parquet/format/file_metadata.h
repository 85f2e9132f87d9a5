// The footer of a Parquet file as it is written: its schema as a flat list, and where the pages of
// each column lie. Plain values; nothing here is checked against the file but that it can be read.
// Field numbers and enumerators are those of the format's parquet.thrift.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::parquet {

enum class PhysicalType : int8_t {
  kBoolean = 0,
  kInt32 = 1,
  kInt64 = 2,
  kInt96 = 3,
  kFloat = 4,
  kDouble = 5,
  kByteArray = 6,
  kFixedLenByteArray = 7,
};

enum class Codec : int8_t {
  kUncompressed = 0,
  kSnappy = 1,
  kGzip = 2,
  kLzo = 3,
  kBrotli = 4,
  kLz4 = 5,
  kZstd = 6,
  kLz4Raw = 7,
};

enum class Repetition : int8_t { kRequired = 0, kOptional = 1, kRepeated = 2 };

// What the bytes of a column mean. Both ways in which a file may say so (the older "converted type"
// and the newer "logical type") are read into this.
enum class Meaning : int8_t {
  kPlain,  // as the physical type is
  kString,
  kEnum,
  kJson,
  kMap,
  kList,
  kDecimal,
  kDate,
  kTime,
  kTimestamp,
  kUnsigned,
  kUuid,
  kFloat16,
  kInterval,
};

enum class TimeUnit : int8_t { kMillis, kMicros, kNanos };

struct LogicalType {
  Meaning meaning = Meaning::kPlain;
  int32_t scale = 0;                  // kDecimal
  TimeUnit unit = TimeUnit::kMillis;  // kTime, kTimestamp
  bool utc = false;                   // kTime, kTimestamp
};

struct SchemaElement {
  std::optional<PhysicalType> type;  // none: a group
  int32_t type_length = 0;           // kFixedLenByteArray
  Repetition repetition = Repetition::kRequired;
  std::string_view name;  // into the footer
  int32_t children = 0;
  LogicalType logical;
};

struct ColumnChunk {
  PhysicalType type = PhysicalType::kBoolean;
  Codec codec = Codec::kUncompressed;
  int64_t values = 0;  // levels, nulls included
  int64_t compressed_bytes = 0;
  int64_t data_offset = 0;
  int64_t dictionary_offset = 0;  // 0: not given
  bool elsewhere = false;         // in another file
  bool encrypted = false;
  bool described = false;  // whether there was any metadata
};

struct RowGroup {
  int64_t rows = 0;
  std::vector<ColumnChunk> columns;
};

struct FileMetadata {
  int64_t rows = 0;
  bool encrypted = false;
  std::vector<SchemaElement> schema;  // depth first
  std::vector<RowGroup> row_groups;
};

// `footer` must outlive what is returned. What is allocated is at most a constant multiple of it.
Result<FileMetadata> ParseFooter(std::string_view footer);

// An error of a file's content; the file's name is put before it where it is known.
Error BadFile(const std::string& what);

}  // namespace assay::parquet
