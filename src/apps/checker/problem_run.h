// What the subcommands share: problems read while others are worked on, progress, Ctrl-C.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "apps/checker/problem_source.h"
#include "apps/checker/verbs.h"
#include "lab/synth/run/problem_pool.h"

namespace assay {

inline constexpr int kCheckerSome = 1;
inline constexpr int kCheckerFault = 2;
inline constexpr int kCheckerUndecided = 3;

int FailChecker(const std::string& message);

// What must not be written to. What isn't there can't be, and is complained of when its turn comes.
std::vector<std::string> FilesRead(const CheckerRun& run);

// Counts of endings by their names, shown as they grow. Thread-safe.
class CheckerProgress {
 public:
  explicit CheckerProgress(const char* verb) : verb_(verb) {}
  void Count(const std::string& ending) ASSAY_EXCLUDES(mutex_);
  size_t Of(const std::string& ending) const ASSAY_EXCLUDES(mutex_);
  std::string Text() const ASSAY_EXCLUDES(mutex_);  // "3 configured, 1 none"

 private:
  const char* const verb_;
  mutable Mutex mutex_;
  size_t done_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::map<std::string, size_t> counts_ ASSAY_GUARDED_BY(mutex_);
};

struct ProblemRunEnd {
  SourceCounts counts;
  bool interrupted = false;
};

// `work` may be called from several threads and should end soon once `stop` is raised, which
// Ctrl-C does.
Result<ProblemRunEnd> RunOnProblems(const CheckerRun& run, std::atomic<bool>* stop,
                                    const synth::ProblemPool::Work& work);

}  // namespace assay
