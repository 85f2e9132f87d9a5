#include "lab/synth/run/problem_pool.h"

#include <algorithm>

namespace assay::synth {

ProblemPool::ProblemPool(int threads, const std::atomic<bool>* stop, Work work)
    : work_(std::move(work)), line_(static_cast<size_t>(std::max(1, threads)), stop) {
  for (int i = 0; i < std::max(1, threads); ++i) threads_.emplace_back([this] { Run(); });
}

void ProblemPool::Add(SynthProblem problem) {
  line_.Put({added_++, std::move(problem)});
}

void ProblemPool::Finish() {
  line_.End();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void ProblemPool::Run() {
  while (const auto next = line_.Take()) work_(next->first, next->second);
}

void OrderedLines::Put(size_t index, std::string line) {
  MutexLock lock(mutex_);
  early_.emplace(index, std::move(line));
  for (auto first = early_.begin(); first != early_.end() && first->first == next_;
       first = early_.begin()) {
    write_(first->second);
    early_.erase(first);
    ++next_;
  }
}

}  // namespace assay::synth
