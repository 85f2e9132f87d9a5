// ProblemPool: works on problems on a few threads while further ones are still read. And
// OrderedLines: their results in the order in which the problems came.
//
// Add and Put may be called from several threads; Add blocks while the queue is full. Finish, or
// the destructor, joins.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "lab/synth/model/problem.h"

namespace assay::synth {

class ProblemPool {
 public:
  // `index`: which problem it is, from 0. Once `stop` is raised no further one is begun.
  using Work = std::function<void(size_t index, const SynthProblem& problem)>;

  ProblemPool(int threads, const std::atomic<bool>* stop, Work work);
  ~ProblemPool() { Finish(); }
  ProblemPool(const ProblemPool&) = delete;

  void Add(SynthProblem problem) ASSAY_EXCLUDES(mutex_);
  void Finish() ASSAY_EXCLUDES(mutex_);

 private:
  void Run() ASSAY_EXCLUDES(mutex_);
  bool Stopped() const { return stop_ != nullptr && stop_->load(); }

  const size_t most_waiting_;
  const std::atomic<bool>* const stop_;
  const Work work_;
  std::vector<std::thread> threads_;

  Mutex mutex_;
  CondVar changed_;
  std::deque<std::pair<size_t, SynthProblem>> waiting_ ASSAY_GUARDED_BY(mutex_);
  size_t added_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
};

class OrderedLines {
 public:
  explicit OrderedLines(std::function<void(const std::string& line)> write)
      : write_(std::move(write)) {}

  // The line of the problem with this index, once for each. Written when all before it are.
  void Put(size_t index, std::string line) ASSAY_EXCLUDES(mutex_);

 private:
  const std::function<void(const std::string&)> write_;
  Mutex mutex_;
  size_t next_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::map<size_t, std::string> early_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::synth
