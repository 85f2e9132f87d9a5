#include "grading/checker/pair.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/text.h"
#include "grading/checker/checker_end.h"
#include "grading/run_fault.h"
#include "text/excerpt.h"

namespace assay {
namespace {

PairJudgement Own(Judgement judgement) {
  return {std::move(judgement), false};
}

// What GradeChecker says of a special judge, said of an interactor.
PairJudgement Word(const Checker& interactor, const RunResult& run) {
  PairJudgement word{GradeChecker(interactor, run), true};
  constexpr std::string_view kChecker = "the checker";
  std::string& message = word.judgement.message;
  if (StartsWith(message, kChecker)) message.replace(0, kChecker.size(), "the interactor");
  return word;
}

}  // namespace

int AcceptingExitCode(CheckerKind kind) {
  return kind == CheckerKind::kIcpc ? kIcpcAcceptingExitCode : 0;
}

PairJudgement GradePair(const Checker& interactor, const PairResult& pair, Executable executable) {
  const RunResult& candidate = pair.candidate;
  if (candidate.status == RunStatus::kStartFailed) return Own(StartFault(candidate, executable));
  if (pair.stall == Stall::kCandidate) {
    return Own(MakeJudgement(Reason::kIdle,
                             "the interactor waits for the program, and the program does not go "
                             "on: is its output flushed?"));
  }
  if (pair.stall == Stall::kInteractor) {
    return {
        MakeJudgement(Reason::kCheckerIdle, "the interactor does not go on, though it is its turn"),
        true};
  }
  // Who left first decides, unless all was well with it.
  if (!pair.interactor_stopped && !pair.candidate_left_first) {
    PairJudgement word = Word(interactor, pair.interactor);
    if (word.judgement.verdict != Verdict::kAccepted || pair.candidate_stopped) return word;
  }
  if (auto fault = LimitFault(candidate)) return Own(*std::move(fault));
  if (auto fault = EndFault(candidate)) return Own(*std::move(fault));
  ASSAY_CHECK(!pair.interactor_stopped);  // only a failed candidate is a reason for that
  return Word(interactor, pair.interactor);
}

}  // namespace assay
