#include "judging/blame/breakdown.h"

#include <csignal>

namespace assay {
namespace {

// What testlib's ensure() writes: a condition that the judge's author took for granted. Any other
// failure is a sentence of the author's about the problem ("the jury has no answer").
bool IsFailedEnsure(const RunResult& judge_run) {
  return judge_run.stderr_bytes.find("Condition failed: \"") != std::string::npos;
}

}  // namespace

Breakdown BreakdownOf(const Judgement& judgement, const RunResult& judge_run) {
  switch (judgement.reason) {
    case Reason::kCheckerCrashed:
      return judge_run.signal == SIGKILL ? Breakdown::kNone : Breakdown::kCrash;
    case Reason::kCheckerFailed:
      return IsFailedEnsure(judge_run) ? Breakdown::kCrash : Breakdown::kNone;
    case Reason::kCheckerBadExit:
    case Reason::kCheckerBadOutput: return Breakdown::kCrash;
    case Reason::kCheckerTimeLimit:
      // Waiting that long may have been the host's doing.
      return judge_run.status == RunStatus::kWallLimit ? Breakdown::kCrash : Breakdown::kStalled;
    case Reason::kCheckerMemoryLimit:
    case Reason::kCheckerOutputLimit:
    case Reason::kCheckerIdle: return Breakdown::kStalled;
    default: return Breakdown::kNone;
  }
}

bool HasRoomToSpare(const JudgeRecord& record, const Judgement& judgement, const Limits& limits) {
  if (judgement.reason == Reason::kCheckerTimeLimit) {
    return 2 * record.cpu_time <= limits.cpu_time && 2 * record.wall_time <= limits.wall_time;
  }
  if (judgement.reason == Reason::kCheckerMemoryLimit) {
    return 2 * record.memory_peak_bytes <= limits.memory_bytes;
  }
  return true;
}

Judgement ChargedToCandidate(const Judgement& judgement) {
  const ReasonRow& row = FirstRow(Reason::kCheckerFailedOnOutput);
  return {row.verdict, row.cause, row.reason,
          judgement.message + "; it judges a right output without that"};
}

}  // namespace assay
