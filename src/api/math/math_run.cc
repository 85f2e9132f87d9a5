#include "api/math/math_run.h"

#include <algorithm>
#include <chrono>

namespace assay {
namespace {

math::ResponseResult Verify(const MathItem& item, const math::MathProfile& profile) {
  math::ResponseResult result = math::VerifyResponse(item.gold, item.response, profile);
  if (item.response_too_long && result.reason != math::Reason::kGoldMissing) {
    result.outcome = math::Outcome::kIncorrect;
    result.reason = math::Reason::kBudgetSpent;
  }
  return result;
}

}  // namespace

std::optional<double> MathScore(const MathAnswer& answer) {
  switch (answer.outcome()) {
    case math::Outcome::kCorrect: return 1;
    case math::Outcome::kIncorrect: return 0;
    case math::Outcome::kUnparseable:
      if (answer.result.reason == math::Reason::kGoldUnparseable ||
          answer.result.reason == math::Reason::kGoldMissing) {
        return std::nullopt;
      }
      return 0;
    case math::Outcome::kUndecided: break;
  }
  return std::nullopt;
}

MathRun::MathRun(MathWork work, MathJudge* judge, MathPool::Permit permit, Deliver deliver)
    : work_(std::move(work)),
      judge_(judge),
      permit_(std::move(permit)),
      deliver_(std::move(deliver)),
      answers_(work_.items.size()) {}

void MathRun::Run(size_t piece) {
  const size_t end = std::min((piece + 1) * kPiece, work_.items.size());
  for (size_t i = piece * kPiece; i < end && !cancelled_; ++i) {
    const MathItem& item = work_.items[i];
    MathAnswer answer;
    answer.started = std::chrono::steady_clock::now();
    answer.result = Verify(item, work_.profile);
    answer.seconds = ToSeconds(std::chrono::steady_clock::now() - answer.started);
    const math::Outcome outcome = answer.result.outcome;
    const bool doubtful = !item.response_too_long && (outcome == math::Outcome::kIncorrect ||
                                                      outcome == math::Outcome::kUndecided);
    if (work_.second_opinion == SecondOpinion::kOff || !doubtful) {
      Complete(i, std::move(answer));
      continue;
    }
    if (judge_ == nullptr) {
      answer.opinion = Opinion::kUnavailable;
      Complete(i, std::move(answer));
      continue;
    }
    const auto self = shared_from_this();
    // Shared, because the judge needs the texts while the callback owns the answer.
    auto waiting = std::make_shared<MathAnswer>(std::move(answer));
    judge_->Ask(
        waiting->result.gold_answer, waiting->result.answer, item.origin.trace,
        [self] { return self->cancelled_.load(); },
        [self, i, waiting](Opinion opinion) {
          waiting->opinion = opinion;
          waiting->overruled =
              opinion == Opinion::kCorrect && self->work_.second_opinion == SecondOpinion::kApply;
          self->Complete(i, std::move(*waiting));
        });
  }
}

void MathRun::Complete(size_t index, MathAnswer answer) {
  // Under the lock, so that answers leave one at a time and in order.
  MutexLock lock(mutex_);
  answers_[index] = std::move(answer);
  while (delivered_ < answers_.size() && answers_[delivered_] && !cancelled_) {
    const size_t next = delivered_++;
    deliver_(next, work_.items[next], *answers_[next], delivered_ == answers_.size());
    answers_[next] = MathAnswer{};  // its texts have gone
  }
}

}  // namespace assay
