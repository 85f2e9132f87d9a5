// RewardBatch: samples of one request, programs and math answers, each on its way to a reward.
//
// Programs go through a PersistentBatch, answers through the threads of math verification; what
// these can't take yet is offered again. `done` is called when every sample has an outcome, or the
// server stops.
//
// Thread-safe; kept alive by whoever may cancel it, and by what runs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/math/math_routes.h"
#include "api/math/math_run.h"
#include "api/trainers/patience/persistent_batch.h"
#include "base/mutex.h"

namespace assay {

// A sample: a program to judge, or else an answer to a math problem.
struct RewardItem {
  std::optional<Submission> submission = std::nullopt;
  MathItem answer = {};
};

struct RewardOutcome {
  Origin origin = {};  // as its item came with it
  // 1, 0 or a share; nothing: there is no verdict about the candidate.
  std::optional<double> score = std::nullopt;
  // Without a score: that the problem is at fault, and how, for people. Empty: not judged.
  std::string fault = {};
  std::optional<SubmissionResult> program = std::nullopt;
  std::optional<MathAnswer> answer = std::nullopt;
};

class RewardBatch : public std::enable_shared_from_this<RewardBatch> {
 public:
  using Done = std::function<void(const std::vector<RewardOutcome>&)>;  // parallel to the items

  RewardBatch(const BatchParts& parts, const MathDeps& math, std::vector<RewardItem> items,
              const math::MathProfile& profile, Done done);
  // `item_bytes`: what the request's texts take in memory.
  void Start(int64_t item_bytes) ASSAY_EXCLUDES(mutex_);
  void Cancel() ASSAY_EXCLUDES(mutex_);

 private:
  void StartAnswers(int64_t bytes) ASSAY_EXCLUDES(mutex_);
  void OnPrograms(PersistentBatch::Results results) ASSAY_EXCLUDES(mutex_);
  void OnAnswer(size_t index, const MathItem& item, const MathAnswer& answer, bool last)
      ASSAY_EXCLUDES(mutex_);
  void FinishPart() ASSAY_EXCLUDES(mutex_);

  const BatchParts parts_;
  const MathDeps& math_;
  std::vector<size_t> program_at_;  // which items those of the parts are
  std::vector<size_t> answer_at_;

  Mutex mutex_;
  std::vector<Submission> submissions_ ASSAY_GUARDED_BY(mutex_);  // not yet with the engine
  std::shared_ptr<PersistentBatch> programs_ ASSAY_GUARDED_BY(mutex_);
  std::optional<MathWork> work_ ASSAY_GUARDED_BY(mutex_);  // not yet with the threads
  std::shared_ptr<MathRun> answers_ ASSAY_GUARDED_BY(mutex_);
  Done done_ ASSAY_GUARDED_BY(mutex_);
  std::vector<RewardOutcome> outcomes_ ASSAY_GUARDED_BY(mutex_);
  int open_parts_ ASSAY_GUARDED_BY(mutex_) = 0;
};

}  // namespace assay
