// What became of a pair of programs that talked: the candidate's end, the interactor's word, and
// which of them counts. docs/judging.md has the rules. Pure functions, thread-safe.
#pragma once

#include "grading/grade.h"

namespace assay {

// REQUIRES: the checker is interactive, and was called by MakeCheckerCall.
struct PairJudgement {
  Judgement judgement;
  bool by_interactor = false;  // its word decided
};
PairJudgement GradePair(const Checker& interactor, const PairResult& pair, Executable executable);

// PairRequest::accepting_exit_code of a protocol.
int AcceptingExitCode(CheckerKind kind);

}  // namespace assay
