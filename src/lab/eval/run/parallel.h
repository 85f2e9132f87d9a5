// ForEachIndex: the same work for many indices on a few threads, which it starts and joins.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace assay::eval {

// Calls `work(i)` once for each i below `count`, on up to `threads` threads, in about that order;
// once `stop` is raised no further one is begun. `stop` may be null. REQUIRES: `work` is safe on
// several threads and doesn't throw.
inline void ForEachIndex(size_t count, int threads, const std::atomic<bool>* stop,
                         const std::function<void(size_t)>& work) {
  std::atomic<size_t> next{0};
  std::vector<std::thread> running;
  const size_t most = std::min<size_t>(std::max(threads, 1), count);
  running.reserve(most);
  for (size_t t = 0; t < most; ++t) {
    running.emplace_back([&] {
      for (size_t i = next++; i < count && (stop == nullptr || !stop->load()); i = next++) work(i);
    });
  }
  for (std::thread& thread : running) thread.join();
}

}  // namespace assay::eval
