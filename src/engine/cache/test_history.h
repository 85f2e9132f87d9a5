// TestHistory: how much CPU time each test of a problem took other programs, so that the cheap
// tests of a submission run first and most of them are done should its total time run out.
//
// Only the order of work follows from it, never a result. Bounded; the least recently used problems
// go first. Not thread-safe: the owner's mutex guards it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/lru_cache.h"

namespace assay {

class TestHistory {
 public:
  explicit TestHistory(int64_t max_bytes) : problems_(max_bytes) {}

  void Record(const std::string& problem, size_t tests, size_t test, Nanoseconds cpu_time);
  // The tests by their median time, equals and unknown ones in input order; empty when nothing is
  // known.
  std::vector<size_t> Order(const std::string& problem, size_t tests);

 private:
  static constexpr size_t kSamples = 5;  // the last ones; an outlier doesn't move the median
  struct Test {
    std::array<uint32_t, kSamples> micros{};
    uint32_t count = 0;
    uint32_t Median() const;
  };

  LruCache<std::vector<Test>> problems_;
};

}  // namespace assay
