// OutcomeBook: which problems of a run are done, and what came of them, as lines of outcomes.jsonl
// in the run's folder. A line is on the disk before its problem counts as done.
//
// Thread-safe. The run folder's lock keeps other processes out.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/mutex.h"
#include "base/result.h"
#include "lab/synth/run/synthesis.h"
#include "rollout/folder/row_file.h"

namespace assay::synth {

// Whatever an outcome depends on: the problem, what is asked for and tried, and our own rules.
std::string OutcomeKey(const SynthProblem& problem, const SynthesisOptions& options);

class OutcomeBook {
 public:
  static Result<std::unique_ptr<OutcomeBook>> Open(const std::string& path);
  OutcomeBook(const OutcomeBook&) = delete;

  bool Has(const std::string& key) const ASSAY_EXCLUDES(mutex_);
  // `json`: an object in one line.
  Status Add(const std::string& key, std::string_view json) ASSAY_EXCLUDES(mutex_);
  // The object; nullopt: the problem isn't done.
  std::optional<std::string> Find(const std::string& key) const ASSAY_EXCLUDES(mutex_);

 private:
  OutcomeBook() = default;

  std::unique_ptr<rollout::RowFile> rows_;
  mutable Mutex mutex_;
  std::map<std::string, rollout::RowFile::Place> places_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::synth
