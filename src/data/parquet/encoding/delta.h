// Integers as differences (the encoding DELTA_BINARY_PACKED), which also hold the lengths of texts
// in two other encodings. Refers to bytes that must outlive it; cheap to copy; memory doesn't
// depend on how many integers there are. Not thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::parquet {

class DeltaReader {
 public:
  DeltaReader() = default;
  // False: the beginning is damaged, or claims more than `most` integers.
  bool Start(std::string_view bytes, int64_t most);

  int64_t left() const { return left_; }
  // False: there are no more, or they are torn. Differences wrap around, as the format says.
  bool Next(int64_t* value);

  // The bytes behind the integers. REQUIRES: all of them were read.
  std::string_view rest() const { return bytes_; }

 private:
  bool NextBlock();
  bool NextMiniblock();

  std::string_view bytes_;      // behind the current miniblock
  uint64_t miniblocks_ = 0;     // of a block
  uint64_t per_miniblock_ = 0;  // integers
  int64_t left_ = 0;
  bool first_ = true;
  uint64_t value_ = 0;
  uint64_t min_delta_ = 0;
  std::string_view widths_;  // of the miniblocks of this block that are still to come
  std::string_view miniblock_;
  int width_ = 0;
  uint64_t in_miniblock_ = 0;  // integers still to come of this one
  uint64_t next_bit_ = 0;
};

}  // namespace assay::parquet
