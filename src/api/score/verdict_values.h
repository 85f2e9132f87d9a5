// What a verdict on a program, on a math answer, or of a judge model is as a function's value.
// Pure; thread-safe.
#pragma once

#include <string_view>

#include "api/math/math_run.h"
#include "api/score/function_value.h"
#include "api/score/rubric.h"
#include "base/result.h"
#include "llm/judge/grade.h"
#include "model/submission_result.h"
#include "swe/run/grader.h"

namespace assay {

FunctionValue CodeValue(const CodeRule& rule, const SubmissionResult& result);
// `model`: the judge's, where there is a second opinion.
FunctionValue MathValue(const MathAnswer& answer, std::string_view model);
// The grade's place on its scale, from 0 to 1.
FunctionValue JudgeValue(const JudgeRule& rule, const Grade& grade, std::string_view model);
// Of a response that is too long to be graded: the lowest grade, for its writer made it so.
FunctionValue TooLongToGrade();

// Of a patch: 1 resolved, 0 not.
FunctionValue SweValue(const Result<swe::Graded>& graded);
// Of a response without a patch.
FunctionValue NoPatchValue();

}  // namespace assay
