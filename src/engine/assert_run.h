// One assert test in two processes. The tests run without the candidate and say what they do to it;
// the candidate performs that; the tests run again with the results, and either decide or ask for
// more, since what they do may depend on results. Usually three runs, of which the first depends on
// the problem alone and is remembered.
//
//   tests (nothing known) ──calls──► candidate ──results──► tests ──► verdict, or other calls
//
// Whether the tests can be separated at all is decided by that first run, in which the candidate
// has no say.
#pragma once

#include <functional>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>

#include "base/mutex.h"
#include "engine/job_plan.h"
#include "engine/task.h"
#include "grading/assert_grade.h"

namespace assay {

// Answers of first runs, least recently used ones go first. Thread-safe.
class AssertCallsCache {
 public:
  explicit AssertCallsCache(size_t max_bytes) : max_bytes_(max_bytes) {}

  std::optional<TestsReply> Find(const std::string& key) ASSAY_EXCLUDES(mutex_);
  void Keep(const std::string& key, const TestsReply& reply) ASSAY_EXCLUDES(mutex_);

 private:
  struct Entry {
    std::string key;
    TestsReply reply;
    size_t bytes() const { return key.size() + reply.calls.size() + reply.message.size() + 200; }
  };

  const size_t max_bytes_;
  Mutex mutex_;
  size_t bytes_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::list<Entry> entries_ ASSAY_GUARDED_BY(mutex_);  // most recently used first
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_ ASSAY_GUARDED_BY(mutex_);
};

using RunFunction = std::function<RunAnswer(RunRequest request, std::string_view language)>;

// nullopt: these tests need to share a process with the candidate.
// REQUIRES: the plan has separated asserts.
std::optional<TaskOutcome> RunSeparatedAsserts(const JobPlan& plan, const Task& task,
                                               const LanguageTable& languages,
                                               AssertCallsCache& cache, const RunFunction& run);

}  // namespace assay
