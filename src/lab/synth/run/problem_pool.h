// ProblemPool: works on problems on a few threads while further ones are still read. And
// OrderedLines: their results in the order in which the problems came.
//
// Add and Put may be called from several threads; Add blocks while the queue is full. Finish, or
// the destructor, joins.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "lab/shared/line/waiting_line.h"
#include "lab/synth/model/problem.h"

namespace assay::synth {

class ProblemPool {
 public:
  // `index`: which problem it is, from 0. Once `stop` is raised no further one is begun.
  using Work = std::function<void(size_t index, const SynthProblem& problem)>;

  ProblemPool(int threads, const std::atomic<bool>* stop, Work work);
  ~ProblemPool() { Finish(); }
  ProblemPool(const ProblemPool&) = delete;

  void Add(SynthProblem problem);
  void Finish();

 private:
  void Run();

  const Work work_;
  lab::WaitingLine<std::pair<size_t, SynthProblem>> line_;
  std::atomic<size_t> added_{0};
  std::vector<std::thread> threads_;
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
