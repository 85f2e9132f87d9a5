// What procedures share to put a test's result together. Pure functions.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "base/check.h"
#include "base/result.h"
#include "grading/grade.h"
#include "judging/procedures.h"
#include "model/reason.h"

namespace assay {

// REQUIRES: the table of reasons has such a row.
inline void Apply(Judgement judgement, TestResult* result) {
  ASSAY_CHECK(IsTestOutcome(judgement.verdict, judgement.cause, judgement.reason));
  result->verdict = judgement.verdict;
  result->cause = judgement.cause;
  result->reason = judgement.reason;
  result->message = std::move(judgement.message);
  result->share = judgement.share;
}

// No verdict, because our environment failed.
inline Judgement InfrastructureJudgement(const Error& error) {
  return {Verdict::kInternalError, Cause::kInfrastructure, Reason::kInfrastructure,
          error.ToString()};
}
inline TestResult InfrastructureFault(const Error& error) {
  TestResult result;
  Apply(InfrastructureJudgement(error), &result);
  return result;
}

// Of a test that needs a run which has no result; nullopt when it has one.
template <typename Answer>
std::optional<TestOutcome> OutcomeWithoutRun(const Answer& answer) {
  if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
  if (const auto* error = std::get_if<Error>(&answer)) return InfrastructureFault(*error);
  return std::nullopt;
}

}  // namespace assay
