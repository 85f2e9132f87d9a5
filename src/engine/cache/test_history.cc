#include "engine/cache/test_history.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace assay {

uint32_t TestHistory::Test::Median() const {
  std::array<uint32_t, kSamples> sorted = micros;
  const size_t known = std::min<size_t>(count, kSamples);
  if (known == 0) return 0;
  std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(known));
  return sorted[known / 2];
}

void TestHistory::Record(const std::string& problem, size_t tests, size_t test,
                         Nanoseconds cpu_time) {
  std::vector<Test>* known = problems_.Find(problem);
  if (known == nullptr || known->size() != tests) {
    if (!problems_.Put(problem, std::vector<Test>(tests),
                       static_cast<int64_t>(tests * sizeof(Test)))) {
      return;
    }
    known = problems_.Find(problem);
  }
  Test& entry = (*known)[test];
  const int64_t micros = cpu_time.count() / 1000;
  entry.micros[entry.count++ % kSamples] =
      static_cast<uint32_t>(std::clamp<int64_t>(micros, 0, std::numeric_limits<uint32_t>::max()));
}

std::vector<size_t> TestHistory::Order(const std::string& problem, size_t tests) {
  const std::vector<Test>* known = problems_.Find(problem);
  if (known == nullptr || known->size() != tests) return {};
  std::vector<uint32_t> medians(tests);
  for (size_t i = 0; i < tests; ++i) medians[i] = (*known)[i].Median();
  std::vector<size_t> order(tests);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return medians[a] < medians[b]; });
  return order;
}

}  // namespace assay
