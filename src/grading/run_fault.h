// What is wrong with a run before any output is looked at. Internal to grading.
#pragma once

#include <optional>

#include "grading/judgement.h"

namespace assay {

Judgement MakeJudgement(Verdict verdict, Cause cause, std::string reason, std::string message);

// A limit broken or a cancellation, or nullopt. Ends of the program's own making are EndFault's.
std::optional<Judgement> LimitFault(const RunResult& run);

// An end by a signal or with an exit code other than 0, or nullopt.
std::optional<Judgement> EndFault(const RunResult& run);

}  // namespace assay
