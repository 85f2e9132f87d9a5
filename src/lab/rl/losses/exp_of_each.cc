#include "lab/rl/losses/exp_of_each.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace assay::losses {
namespace {

// A number of turns that the compiler knows: then it needs no leave to compute several at a time.
constexpr size_t kBlock = 32;
using Block = std::array<double, kBlock>;
// Beyond these the power of two is no normal number.
constexpr double kLeast = -708, kMost = 709;

// They aren't the same; else the compiler would have to look.
[[gnu::always_inline]] inline void ExpOfBlock(const double* __restrict__ in,
                                              double* __restrict__ out) {
  constexpr double kLog2E = 1.4426950408889634074;
  constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
  // Added to a number it leaves the nearest integer in the last bits.
  constexpr double kToInteger = 0x1.8p52;
  constexpr uint64_t kOne = std::bit_cast<uint64_t>(1.0);
  constexpr double kSeries[] = {1.0 / 6227020800,
                                1.0 / 479001600,
                                1.0 / 39916800,
                                1.0 / 3628800,
                                1.0 / 362880,
                                1.0 / 40320,
                                1.0 / 5040,
                                1.0 / 720,
                                1.0 / 120,
                                1.0 / 24,
                                1.0 / 6,
                                1.0 / 2,
                                1.0,
                                1.0};
  for (size_t i = 0; i < kBlock; ++i) {
    const double x = in[i];
    const double shifted = x * kLog2E + kToInteger;
    const double k = shifted - kToInteger;
    const double r = (x - k * kLn2High) - k * kLn2Low;
    double sum = kSeries[0];
    sum = sum * r + kSeries[1];
    sum = sum * r + kSeries[2];
    sum = sum * r + kSeries[3];
    sum = sum * r + kSeries[4];
    sum = sum * r + kSeries[5];
    sum = sum * r + kSeries[6];
    sum = sum * r + kSeries[7];
    sum = sum * r + kSeries[8];
    sum = sum * r + kSeries[9];
    sum = sum * r + kSeries[10];
    sum = sum * r + kSeries[11];
    sum = sum * r + kSeries[12];
    sum = sum * r + kSeries[13];
    const uint64_t power = (std::bit_cast<uint64_t>(shifted) << 52) + kOne;
    out[i] = sum * std::bit_cast<double>(power);
  }
}

using OfBlock = void (*)(const double* __restrict__ in, double* __restrict__ out);

void Plain(const double* __restrict__ in, double* __restrict__ out) {
  ExpOfBlock(in, out);
}

#ifdef __x86_64__
// Less than half of the time, and now and then a last bit apart.
[[gnu::target("avx2,fma")]] void WithAvx2(const double* __restrict__ in, double* __restrict__ out) {
  ExpOfBlock(in, out);
}

OfBlock BestHere() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? WithAvx2 : Plain;
}
#else
OfBlock BestHere() {
  return Plain;
}
#endif

}  // namespace

void ExpOfEach(std::span<const double> in, std::span<double> out) {
  static const OfBlock of_block = BestHere();
  Block from{}, to;
  for (size_t begin = 0; begin < in.size(); begin += kBlock) {
    const size_t count = std::min(kBlock, in.size() - begin);
    bool within = true;
    for (size_t i = 0; i < count; ++i) {
      from[i] = in[begin + i];
      within &= from[i] >= kLeast && from[i] <= kMost;
    }
    of_block(from.data(), to.data());
    std::copy_n(to.begin(), count, out.begin() + static_cast<ptrdiff_t>(begin));
    if (within) continue;
    for (size_t i = 0; i < count; ++i) out[begin + i] = std::exp(in[begin + i]);
  }
}

}  // namespace assay::losses
