// Mix: a number whose every bit depends on every bit of another, the same on every machine; for
// hashes of our own data, never for secrets. And Dice: draws that are the same for the same seed,
// with every library. The last steps and the increment are those of SplitMix64 (Steele, Lea, Flood
// 2014).
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay {

// 2^64 divided by the golden ratio.
inline constexpr uint64_t kGoldenStep = 0x9E3779B97F4A7C15ULL;

constexpr uint64_t Mix(uint64_t key) {
  key ^= key >> 30;
  key *= 0xBF58476D1CE4E5B9ULL;
  key ^= key >> 27;
  key *= 0x94D049BB133111EBULL;
  return key ^ (key >> 31);
}

// One thread's.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed) {}
  // REQUIRES: count > 0.
  size_t Below(size_t count) { return static_cast<size_t>(Mix(state_ += kGoldenStep) % count); }

 private:
  uint64_t state_;
};

}  // namespace assay
