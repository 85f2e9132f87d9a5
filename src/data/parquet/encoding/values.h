// The values of a page, one by one, whatever encoding they are in. Nothing is decoded ahead, so
// memory doesn't depend on how many values a page claims. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/parquet/encoding/bits.h"
#include "data/parquet/encoding/delta.h"
#include "data/parquet/format/file_metadata.h"
#include "data/parquet/format/page_header.h"

namespace assay::parquet {

// A value of a column, by the column's physical type.
struct Value {
  // BOOLEAN 0 or 1; INT32 (its sign extended), INT64; the bits of FLOAT and DOUBLE.
  int64_t bits = 0;
  // INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY. Valid until the next value is read.
  std::string_view bytes;
};

struct ValueType {
  PhysicalType type = PhysicalType::kBoolean;
  int32_t length = 0;  // FIXED_LEN_BYTE_ARRAY, positive
  // Bytes of a value; 0 for those of no fixed number (and for bits).
  size_t width() const;
};

// A column's dictionary, which its pages refer to.
class Dictionary {
 public:
  // Keeps `page`, the unpacked bytes. False: it doesn't hold `count` values.
  bool Load(ValueType type, std::string page, int64_t count);
  bool Get(uint32_t index, Value* value) const;
  // What it holds in memory.
  size_t bytes() const { return page_.size() + spans_.size() * sizeof(Span); }

 private:
  struct Span {
    uint32_t begin = 0;
    uint32_t length = 0;
  };
  ValueType type_;
  std::string page_;
  uint64_t count_ = 0;
  std::vector<Span> spans_;  // BYTE_ARRAY
};

class ValueReader {
 public:
  // `bytes`: behind the levels of a page; they and `dictionary` (null: there is none) must outlive
  // this. `most`: there are no more values. False: the encoding doesn't fit the type or isn't
  // known, or its beginning is damaged.
  bool Start(Encoding encoding, ValueType type, std::string_view bytes, int64_t most,
             const Dictionary* dictionary);
  // False: there are no more values, or they are damaged.
  bool Next(Value* value);

 private:
  bool StartTexts(std::string_view bytes, int64_t most);
  bool NextPlain(Value* value);
  bool NextText(std::string_view* text);
  bool NextPrefixed(Value* value);
  bool NextSplit(Value* value);

  Encoding encoding_ = Encoding::kUnknown;
  ValueType type_;
  std::string_view bytes_;  // still to be read
  uint64_t next_ = 0;       // index of the next value (bits, split streams)
  const Dictionary* dictionary_ = nullptr;
  RunReader runs_;        // indices, booleans
  DeltaReader deltas_;    // integers, lengths of texts
  DeltaReader prefixes_;  // lengths that a text shares with the one before
  std::string scratch_;   // the value that was put together last
};

}  // namespace assay::parquet
