#include "apps/commands/calibrate.h"

namespace assay {
namespace {

// Multiplications, shifts and branches that depend on each other, in registers.
constexpr char kIntegerCode[] = R"(
#include <stdint.h>
#include <stdio.h>
int main(void) {
  uint64_t x = 88172645463325252u, sum = 0;
  for (int i = 0; i < 40000000; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    if (x & 1) sum += x * 0x9e3779b97f4a7c15u; else sum ^= x;
  }
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
)";

// Follows a random cycle through 8 MiB: each step waits for the last, mostly for the outer caches.
constexpr char kMemoryCode[] = R"(
#include <stdint.h>
#include <stdio.h>
#define SIZE (1u << 21)
static uint32_t next[SIZE];
int main(void) {
  uint64_t x = 88172645463325252u;
  for (uint32_t i = 0; i < SIZE; ++i) next[i] = i;
  for (uint32_t i = SIZE - 1; i > 0; --i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    uint32_t j = (uint32_t)(x % i), t = next[i];
    next[i] = next[j];
    next[j] = t;
  }
  uint32_t at = 0;
  for (int i = 0; i < 4000000; ++i) at = next[at];
  printf("%u\n", at);
  return 0;
}
)";

// What solutions in Python do all day: loops, lists, dictionaries, strings, calls.
constexpr char kInterpreterCode[] = R"(
def mix(a, b):
    return (a * 31 + b) % 1000003

counts, words, x = {}, [], 7
for i in range(700000):
    x = mix(x, i)
    counts[x % 997] = counts.get(x % 997, 0) + 1
    if x % 5 == 0:
        words.append(str(x))
words.sort()
print(len(words), sum(counts.values()), len(",".join(words)))
)";

}  // namespace

std::string_view CalibrationReference() {
  return "a virtual machine with 2 cores of an AMD EPYC at 2.6 GHz, Debian 12, gcc 12.2, Python "
         "3.11.2; "
         "quickest of 18 rounds, November 2026";
}

const std::vector<CalibrationWorkload>& CalibrationWorkloads() {
  static const std::vector<CalibrationWorkload> workloads = {
      {"integer", "dependent arithmetic in registers, C", "c", kIntegerCode, 0.150},
      {"memory", "a random walk through 8 MiB, C", "c", kMemoryCode, 0.400},
      {"interpreter", "loops, dictionaries and strings, Python", "python", kInterpreterCode, 0.230},
  };
  return workloads;
}

}  // namespace assay
