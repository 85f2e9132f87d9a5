#include "data/parquet/encoding/bits.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace assay::parquet {

int BitWidth(uint64_t value) {
  return 64 - std::countl_zero(value);
}

std::optional<uint64_t> CutVarint(std::string_view* bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes->size() && i < 10; ++i) {
    const auto byte = static_cast<uint8_t>((*bytes)[i]);
    value |= static_cast<uint64_t>(byte & 0x7F) << (7 * i);
    if ((byte & 0x80) == 0) {
      bytes->remove_prefix(i + 1);
      return value;
    }
  }
  return std::nullopt;
}

uint64_t BitsAt(std::string_view bytes, uint64_t bit, int width) {
  if (width == 0) return 0;
  const size_t first = bit / 8;
  const int shift = static_cast<int>(bit % 8);
  uint64_t low = 0;
  std::memcpy(&low, bytes.data() + first, std::min<size_t>(8, bytes.size() - first));
  uint64_t value = low >> shift;
  // A number of more than 57 bits may reach into a ninth byte.
  if (shift + width > 64) {
    value |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[first + 8])) << (64 - shift);
  }
  return width == 64 ? value : value & ((uint64_t{1} << width) - 1);
}

bool RunReader::NextRun() {
  const std::optional<uint64_t> head = CutVarint(&bytes_);
  if (!head) return false;
  packed_ = (*head & 1) != 0;
  const uint64_t count = *head >> 1;
  if (packed_) {
    // Groups of eight, whose bytes may be cut short at the end of a page.
    const uint64_t wanted =
        width_ == 0
            ? 0
            : (count > bytes_.size() ? bytes_.size() : count * static_cast<uint64_t>(width_));
    run_ = bytes_.substr(0, wanted);
    bytes_.remove_prefix(run_.size());
    next_bit_ = 0;
    if (width_ == 0) {
      left_ = count > (uint64_t{1} << 32) ? 0 : count * 8;
    } else {
      left_ = run_.size() * 8 / static_cast<uint64_t>(width_);
    }
    return true;
  }
  const auto size = static_cast<size_t>((width_ + 7) / 8);
  if (bytes_.size() < size) return false;
  repeated_ = 0;
  std::memcpy(&repeated_, bytes_.data(), size);
  bytes_.remove_prefix(size);
  left_ = count;
  return true;
}

bool RunReader::Next(uint32_t* value) {
  while (left_ == 0) {
    if (!NextRun()) return false;
  }
  --left_;
  if (packed_) {
    *value = static_cast<uint32_t>(BitsAt(run_, next_bit_, width_));
    next_bit_ += static_cast<uint64_t>(width_);
  } else {
    *value = repeated_;
  }
  return true;
}

bool HighBitReader::Next(uint32_t* value) {
  if (next_bit_ + static_cast<uint64_t>(width_) > bytes_.size() * 8) return false;
  uint32_t result = 0;
  for (int i = 0; i < width_; ++i, ++next_bit_) {
    const auto byte = static_cast<uint8_t>(bytes_[next_bit_ / 8]);
    result = result << 1 | ((byte >> (7 - next_bit_ % 8)) & 1);
  }
  *value = result;
  return true;
}

}  // namespace assay::parquet
