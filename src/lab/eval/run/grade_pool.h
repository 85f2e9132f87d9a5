// GradePool: judges answers while others are still asked for. A bounded queue and a few threads;
// each verdict is in the run folder before the next answer is taken.
//
// Add may be called from several threads and blocks while the queue is full, which slows down
// whoever asks the model: that queue is the only thing between a fast endpoint and a slow judge.
// Started by the constructor; Finish (or the destructor) joins.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "lab/eval/model/benchmark.h"
#include "lab/eval/run/grading.h"
#include "rollout/folder/run_folder.h"
#include "service/judge.h"

namespace assay::eval {

// Whatever would give another verdict when it changes; part of every verdict's key.
std::string RulesVersion();

struct GradePoolOptions {
  std::vector<GradeProfile> profiles;
  int threads = 8;
  size_t queue = 64;  // answers that wait
  const std::atomic<bool>* stop = nullptr;
};

struct GradeCounts {
  size_t passed = 0, failed = 0, masked = 0, errored = 0;
};

class GradePool {
 public:
  // All outlive the pool.
  GradePool(const LoadedBenchmark& benchmark, const GradePoolOptions& options,
            rollout::RunFolder* folder, service::Judge* judge);
  ~GradePool();
  GradePool(const GradePool&) = delete;

  // Answers that have an error or no item are passed over; profiles that have their verdict, too.
  void Add(rollout::GenerationRecord answer) ASSAY_EXCLUDES(mutex_);
  // Waits until all is judged, or begun work is after a stop. An Error: a verdict couldn't be kept.
  Status Finish() ASSAY_EXCLUDES(mutex_);
  GradeCounts counts() const ASSAY_EXCLUDES(mutex_);

 private:
  void Work() ASSAY_EXCLUDES(mutex_);
  void Judge(const rollout::GenerationRecord& answer) ASSAY_EXCLUDES(mutex_);
  bool Stopped() const { return options_.stop != nullptr && options_.stop->load(); }

  const LoadedBenchmark& benchmark_;
  const GradePoolOptions options_;
  rollout::RunFolder* const folder_;
  service::Judge* const judge_;
  const std::string rules_;
  std::vector<std::thread> threads_;

  mutable Mutex mutex_;
  CondVar changed_;
  std::deque<rollout::GenerationRecord> waiting_ ASSAY_GUARDED_BY(mutex_);
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  Status kept_ ASSAY_GUARDED_BY(mutex_);
  GradeCounts counts_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::eval
