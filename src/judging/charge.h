// Who is to blame when a special judge breaks down. Each verdict of a judge passes through here: an
// acceptance is remembered, and a breakdown is the candidate's when the judge works on this test
// and only this output breaks it. Otherwise it stays the problem's.
#pragma once

#include <optional>

#include "judging/procedures.h"

namespace assay {

// The judge reads the reference answer as it would read an output. nullopt: there is none.
using ControlCall = std::optional<CheckerCall>;

// `call` is what was asked, and `judge_run` the answer, graded as `judgement`; they change when the
// judge is asked again. At most two further runs: the same once more, and the reference answer,
// which is remembered. nullopt: it was not stopped.
std::optional<TaskStopped> ChargeBreakdown(const PlannedJudge& judge, const TestToJudge& test,
                                           const CheckerCall& call, const ControlCall& control,
                                           Runs& runs, RunResult* judge_run, Judgement* judgement);

// The same of an interactor. There is no reference conversation, and a conversation can't be had
// again: only an acceptance known before charges anybody.
void ChargeInteractor(const PlannedJudge& judge, const TestToJudge& test, const Limits& limits,
                      const RunResult& judge_run, Judgement* judgement);

}  // namespace assay
