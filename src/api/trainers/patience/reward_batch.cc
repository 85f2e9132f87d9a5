#include "api/trainers/patience/reward_batch.h"

#include <utility>

namespace assay {
namespace {

constexpr Nanoseconds kFullPause{std::chrono::milliseconds(100)};

void Fill(SubmissionResult result, RewardOutcome* outcome) {
  outcome->score = result.score;
  if (!outcome->score && result.cause == Cause::kProblem) {
    outcome->fault = result.message.empty() ? "the problem's tests are at fault" : result.message;
  }
  outcome->program = std::move(result);
}

void Fill(const MathAnswer& answer, RewardOutcome* outcome) {
  outcome->score = MathScore(answer);
  if (!outcome->score) {
    outcome->fault = answer.outcome() == math::Outcome::kUndecided
                         ? "whether the answers are equal can't be decided"
                         : "the gold answer can't be read as mathematics";
  }
  outcome->answer = answer;
}

}  // namespace

RewardBatch::RewardBatch(const BatchParts& parts, const MathDeps& math,
                         std::vector<RewardItem> items, const math::MathProfile& profile, Done done)
    : parts_(parts), math_(math), done_(std::move(done)) {
  outcomes_.resize(items.size());
  MathWork work;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].submission) {
      outcomes_[i].origin = items[i].submission->origin;
      program_at_.push_back(i);
      submissions_.push_back(*std::move(items[i].submission));
    } else {
      outcomes_[i].origin = items[i].answer.origin;
      answer_at_.push_back(i);
      work.items.push_back(std::move(items[i].answer));
    }
  }
  if (work.items.empty()) return;
  work.profile = profile;
  work.second_opinion = math_.second_opinion;
  work_ = std::move(work);
}

void RewardBatch::Start(int64_t item_bytes) {
  Done done;
  bool answers;
  std::shared_ptr<PersistentBatch> programs;
  {
    MutexLock lock(mutex_);
    if (!done_) return;
    answers = work_.has_value();
    if (!submissions_.empty()) {
      programs = std::make_shared<PersistentBatch>(
          parts_, std::move(submissions_),
          [weak = weak_from_this()](PersistentBatch::Results results) {
            if (const auto self = weak.lock()) self->OnPrograms(std::move(results));
          });
      programs_ = programs;
    }
    open_parts_ = (answers ? 1 : 0) + (programs ? 1 : 0);
    if (open_parts_ == 0) done = std::exchange(done_, nullptr);
  }
  if (done) return done({});
  if (answers) StartAnswers(item_bytes);
  if (programs) programs->Start();
}

void RewardBatch::StartAnswers(int64_t bytes) {
  auto permit = math_.pool.Admit(bytes);
  if (!permit) {
    if (parts_.draining) {
      {
        MutexLock lock(mutex_);
        work_.reset();
      }
      return FinishPart();
    }
    return parts_.timers.After(kFullPause, [weak = weak_from_this(), bytes] {
      if (const auto self = weak.lock()) self->StartAnswers(bytes);
    });
  }
  std::shared_ptr<MathRun> run;
  {
    MutexLock lock(mutex_);
    if (!done_ || !work_) return;
    run = std::make_shared<MathRun>(
        *std::exchange(work_, std::nullopt), math_.judge, std::move(permit),
        [self = shared_from_this()](size_t index, const MathItem& item, const MathAnswer& answer,
                                    bool last) { self->OnAnswer(index, item, answer, last); });
    answers_ = run;
  }
  math_.pool.Add(std::move(run));
}

void RewardBatch::OnPrograms(PersistentBatch::Results results) {
  {
    MutexLock lock(mutex_);
    for (size_t i = 0; i < results.size(); ++i) {
      if (results[i]) Fill(*std::move(results[i]), &outcomes_[program_at_[i]]);
    }
  }
  FinishPart();
}

void RewardBatch::OnAnswer(size_t index, const MathItem& item, const MathAnswer& answer,
                           bool last) {
  math_.on_answer(item, answer);
  {
    MutexLock lock(mutex_);
    Fill(answer, &outcomes_[answer_at_[index]]);
    if (last) answers_ = nullptr;
  }
  if (last) FinishPart();
}

void RewardBatch::FinishPart() {
  Done done;
  std::vector<RewardOutcome> outcomes;
  {
    MutexLock lock(mutex_);
    if (--open_parts_ > 0 || !done_) return;
    done = std::exchange(done_, nullptr);
    outcomes = std::move(outcomes_);
  }
  done(outcomes);
}

void RewardBatch::Cancel() {
  std::shared_ptr<MathRun> answers;
  std::shared_ptr<PersistentBatch> programs;
  {
    MutexLock lock(mutex_);
    done_ = nullptr;
    work_.reset();
    answers = std::move(answers_);
    programs = std::move(programs_);
  }
  if (answers) answers->Cancel();
  if (programs) programs->Cancel();
}

}  // namespace assay
