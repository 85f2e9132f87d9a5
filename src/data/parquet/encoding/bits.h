// Numbers of a few bits each: the runs that hold levels and indices of dictionaries, and the bits
// of the older encodings. Each reader refers to bytes that must outlive it, is cheap to copy, and
// never reads beyond them. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::parquet {

// The smallest width that holds `value`.
int BitWidth(uint64_t value);

// A varint at the front of `bytes`, which is cut off; nothing when it is torn or has over 64 bits.
std::optional<uint64_t> CutVarint(std::string_view* bytes);

// Bits from the lowest of each byte on. REQUIRES: width in 0..64, the last bit within `bytes`.
uint64_t BitsAt(std::string_view bytes, uint64_t bit, int width);

// Runs of a value and runs of packed values in turn (the encoding RLE).
class RunReader {
 public:
  RunReader() = default;
  // REQUIRES: width in 0..32.
  RunReader(std::string_view bytes, int width) : bytes_(bytes), width_(width) {}
  // False: there are no more, or they are torn.
  bool Next(uint32_t* value);

 private:
  bool NextRun();

  std::string_view bytes_;  // behind the current run
  int width_ = 0;
  uint64_t left_ = 0;      // of the current run
  bool packed_ = false;    // whether it is packed
  std::string_view run_;   // the bytes of a packed run
  uint64_t next_bit_ = 0;  // in it
  uint32_t repeated_ = 0;  // the value of the other kind
};

// Bits from the highest of each byte on (the encoding BIT_PACKED, of old files' levels).
class HighBitReader {
 public:
  HighBitReader() = default;
  HighBitReader(std::string_view bytes, int width) : bytes_(bytes), width_(width) {}
  bool Next(uint32_t* value);

 private:
  std::string_view bytes_;
  int width_ = 0;
  uint64_t next_bit_ = 0;
};

}  // namespace assay::parquet
