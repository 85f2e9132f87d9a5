// ReadLimits and Budget: what a file may cost, whatever it claims of itself.
//
// A file of 200 bytes can claim a billion rows, or hold a page that unpacks to two gigabytes; both
// are lawful. So costs are bounded by the size of the file: a constant, which every ordinary file
// stays below, and a multiple of its bytes. Not thread-safe.
#pragma once

#include <cstdint>

namespace assay::parquet {

// A bound that grows with the size of what it is about, all in bytes.
struct Bound {
  int64_t base = 0;
  int64_t factor = 0;
  int64_t Of(int64_t size) const { return base + factor * size; }
};

struct ReadLimits {
  // The footer, which is read as a whole.
  int64_t footer_bytes = int64_t{256} << 20;
  // One unpacked page, by its packed bytes.
  Bound page = {int64_t{64} << 20, 1024};
  // Pages and dictionaries in memory at one time, by the file.
  Bound memory = {int64_t{1} << 30, 64};
  // All that is unpacked, decoded and written, in bytes, by the file; a value counts as kValueWork.
  Bound work = {int64_t{4} << 30, 1024};
  // The text of one row.
  int64_t row_bytes = int64_t{1} << 30;
};

// What reading a value costs beside its bytes.
inline constexpr int64_t kValueWork = 16;

class Budget {
 public:
  Budget(const ReadLimits& limits, int64_t file_bytes)
      : work_(limits.work.Of(file_bytes)), memory_(limits.memory.Of(file_bytes)) {}

  // False: it is spent.
  [[nodiscard]] bool Spend(int64_t work) {
    if (work > work_) return false;
    work_ -= work;
    return true;
  }
  // The same for what is given back by Release.
  [[nodiscard]] bool Hold(int64_t bytes) {
    if (bytes > memory_) return false;
    memory_ -= bytes;
    return true;
  }
  void Release(int64_t bytes) { memory_ += bytes; }

 private:
  int64_t work_;
  int64_t memory_;
};

}  // namespace assay::parquet
