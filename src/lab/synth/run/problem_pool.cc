#include "lab/synth/run/problem_pool.h"

#include <algorithm>

namespace assay::synth {

ProblemPool::ProblemPool(int threads, const std::atomic<bool>* stop, Work work)
    : most_waiting_(static_cast<size_t>(std::max(1, threads))),
      stop_(stop),
      work_(std::move(work)) {
  for (int i = 0; i < std::max(1, threads); ++i) threads_.emplace_back([this] { Run(); });
}

void ProblemPool::Add(SynthProblem problem) {
  MutexLock lock(mutex_);
  while (waiting_.size() >= most_waiting_) changed_.Wait(mutex_);
  waiting_.emplace_back(added_++, std::move(problem));
  changed_.NotifyAll();
}

void ProblemPool::Finish() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void ProblemPool::Run() {
  while (true) {
    std::pair<size_t, SynthProblem> next;
    {
      MutexLock lock(mutex_);
      while (waiting_.empty() && !ending_) changed_.Wait(mutex_);
      if (waiting_.empty()) return;
      next = std::move(waiting_.front());
      waiting_.pop_front();
      changed_.NotifyAll();
    }
    // What waits is still taken after a stop, so that whoever adds never waits for ever.
    if (!Stopped()) work_(next.first, next.second);
  }
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
