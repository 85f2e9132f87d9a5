// Asker: a model's answers, each paid for once. What the run folder has is read there; what a
// recorded run has is taken from it; only then a model is asked. Every answer is on the disk before
// it is used, so a run that was killed never asks again for what it had.
//
// Thread-safe; Ask blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "base/mutex.h"
#include "base/result.h"
#include "rollout/folder/run_folder.h"
#include "rollout/generate/generator.h"
#include "rollout/generate/request.h"

namespace assay::synth {

struct AskerOptions {
  rollout::Sampling sampling;
  std::string endpoint = "endpoint";  // its label, as in rollout::Manifest
  rollout::Thinking thinking = rollout::Thinking::kAuto;
  rollout::GeneratorOptions generator;  // its budget is that of all questions together
};

class Asker {
 public:
  // `replay` may be null; with it nobody is asked unless `transport` is there. `transport` may be
  // empty. All pointers outlive the asker; `stop` may be null.
  Asker(AskerOptions options, rollout::RunFolder* folder, const rollout::RunFolder* replay,
        rollout::Generator::Transport transport, const std::atomic<bool>* stop);
  Asker(const Asker&) = delete;

  // An Error: there is no answer, and why. kInvalidArgument: none is recorded, and nobody may be
  // asked.
  Result<rollout::GenerationRecord> Ask(const std::string& item, int64_t sample,
                                        const rollout::Prompt& prompt) ASSAY_EXCLUDES(mutex_);

  rollout::Spending spent() const ASSAY_EXCLUDES(mutex_);
  double cost() const ASSAY_EXCLUDES(mutex_);

 private:
  // What is left of the budget; an Error: nothing is.
  Result<rollout::BudgetLimits> Left() const ASSAY_EXCLUDES(mutex_);
  Result<rollout::GenerationRecord> AskModel(rollout::Ask ask) ASSAY_EXCLUDES(mutex_);

  const AskerOptions options_;
  rollout::RunFolder* const folder_;
  const rollout::RunFolder* const replay_;
  const rollout::Generator::Transport transport_;
  const std::atomic<bool>* const stop_;

  mutable Mutex mutex_;
  rollout::Spending spent_ ASSAY_GUARDED_BY(mutex_);
  // What ends all asking: no quota, a key that isn't good, the budget.
  std::string over_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay::synth
