#include "data/parquet/encoding/delta.h"

#include <algorithm>
#include <optional>

#include "data/parquet/encoding/bits.h"

namespace assay::parquet {
namespace {

// Writers use blocks of 128 in four miniblocks. More than this is no writer's.
constexpr uint64_t kMostPerBlock = 1 << 20;

uint64_t Unzigzag(uint64_t value) {
  return (value >> 1) ^ (~(value & 1) + 1);
}

}  // namespace

bool DeltaReader::Start(std::string_view bytes, int64_t most) {
  *this = DeltaReader();
  bytes_ = bytes;
  const std::optional<uint64_t> block = CutVarint(&bytes_);
  const std::optional<uint64_t> miniblocks = CutVarint(&bytes_);
  const std::optional<uint64_t> count = CutVarint(&bytes_);
  const std::optional<uint64_t> first = CutVarint(&bytes_);
  if (!block || !miniblocks || !count || !first) return false;
  if (*block == 0 || *block > kMostPerBlock || *miniblocks == 0 || *block % *miniblocks != 0) {
    return false;
  }
  if (*count > static_cast<uint64_t>(most)) return false;
  miniblocks_ = *miniblocks;
  per_miniblock_ = *block / *miniblocks;
  if (per_miniblock_ % 8 != 0) return false;
  left_ = static_cast<int64_t>(*count);
  value_ = Unzigzag(*first);
  return true;
}

bool DeltaReader::NextBlock() {
  const std::optional<uint64_t> min_delta = CutVarint(&bytes_);
  if (!min_delta || bytes_.size() < miniblocks_) return false;
  min_delta_ = Unzigzag(*min_delta);
  widths_ = bytes_.substr(0, miniblocks_);
  bytes_.remove_prefix(miniblocks_);
  return true;
}

bool DeltaReader::NextMiniblock() {
  if (widths_.empty() && !NextBlock()) return false;
  width_ = static_cast<uint8_t>(widths_.front());
  widths_.remove_prefix(1);
  if (width_ > 64) return false;
  const uint64_t size = per_miniblock_ * static_cast<uint64_t>(width_) / 8;
  miniblock_ = bytes_.substr(0, std::min<uint64_t>(size, bytes_.size()));
  bytes_.remove_prefix(miniblock_.size());
  in_miniblock_ = per_miniblock_;
  next_bit_ = 0;
  return true;
}

bool DeltaReader::Next(int64_t* value) {
  if (left_ == 0) return false;
  if (!first_) {
    if (in_miniblock_ == 0 && !NextMiniblock()) return false;
    if (next_bit_ + static_cast<uint64_t>(width_) > miniblock_.size() * 8) return false;
    value_ += min_delta_ + BitsAt(miniblock_, next_bit_, width_);
    next_bit_ += static_cast<uint64_t>(width_);
    --in_miniblock_;
  }
  first_ = false;
  --left_;
  *value = static_cast<int64_t>(value_);
  return true;
}

}  // namespace assay::parquet
