// FairSampling: how many of each kind of verdict are left out, where one in so many of all may be
// taken. Kinds get equal parts of what may be taken, and what one of them doesn't need the others
// have: a flood of a hundred thousand answers a second leaves no fewer of a hundred programs.
// Knows no clock; not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace assay {

inline constexpr size_t kSampledKinds = 2;  // programs and math answers

// `came`: of each kind since the last time. Returns powers of two: of that many of the kind one is
// to be taken. A kind of which none came is taken as all are together.
inline std::array<uint32_t, kSampledKinds> ShareSample(
    const std::array<int64_t, kSampledKinds>& came, uint32_t one_in) {
  const double taken = static_cast<double>(came[0] + came[1]) / one_in;
  std::array<uint32_t, kSampledKinds> rates{};
  for (size_t kind = 0; kind < kSampledKinds; ++kind) {
    const double own = static_cast<double>(came[kind]);
    const double mine = std::max(taken / 2, taken - static_cast<double>(came[1 - kind]));
    // Rounded up: all together are never more than what may be taken.
    rates[kind] = came[kind] == 0 ? one_in
                  : own <= mine   ? 1
                                  : std::bit_ceil(static_cast<uint32_t>(own / mine + 0.999));
  }
  return rates;
}

}  // namespace assay
