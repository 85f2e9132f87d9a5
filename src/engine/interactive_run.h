// One test of an interactive problem: the candidate and the interactor run as a pair, once, or once
// for each pass the interactor asks for.
//
// A pair is one task on one slot. That is honest: it is always the turn of one of the two, both
// stay on the slot's processor, what judges is the candidate's CPU time, and near its limit both
// are run again, together (near_limit.h). And it is safe: no pair waits for a second slot.
//
// What a testlib interactor wrote to its output file may have a judge of its own, the transcript
// checker. It is asked only when the interactor has accepted.
//
// Thread-safe.
#pragma once

#include <functional>
#include <variant>

#include "engine/job_plan.h"
#include "engine/task.h"

namespace assay {

using PairAnswer = std::variant<PairResult, Error, TaskStopped>;
using PairFunction = std::function<PairAnswer(const PairRequest& request)>;
using CheckFunction = std::function<RunAnswer(CheckerCall call)>;

// REQUIRES: the problem's checker is interactive. `check` runs the transcript checker.
TaskOutcome RunInteractive(const JobPlan& plan, const Task& task, Executable executable,
                           const LanguageTable& languages, const PairFunction& run,
                           const CheckFunction& check);

}  // namespace assay
