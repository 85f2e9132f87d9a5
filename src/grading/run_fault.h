// What is wrong with a run before any output is looked at. Internal to grading.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "grading/judgement.h"
#include "model/run_result.h"

namespace assay {

// With the verdict and the cause of the reason's first row.
Judgement MakeJudgement(Reason reason, std::string message);
// With those of another row. REQUIRES: there is one.
Judgement MakeJudgement(Verdict verdict, Cause cause, Reason reason, std::string message);
// "start_failed": whose fault depends on whose file could not be executed.
Judgement StartFault(const RunResult& run, Executable executable);

// A limit broken or a cancellation, or nullopt. Ends of the program's own making are EndFault's.
std::optional<Judgement> LimitFault(const RunResult& run);

// An end by a signal, with an exit code other than 0, or with one of these words in the error
// output; or nullopt.
std::optional<Judgement> EndFault(const RunResult& run,
                                  std::span<const std::string> failure_signs = {});

}  // namespace assay
