// What became of a patch, in the words of /v1/verify: verdict, cause and reason as for programs,
// and what the tests said. Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "api/swe/swe_request.h"
#include "base/result.h"
#include "model/reason.h"
#include "model/verdict.h"
#include "swe/run/grader.h"

namespace assay {

struct SweVerdictWords {
  Verdict verdict = Verdict::kInternalError;
  Cause cause = Cause::kInfrastructure;
  Reason reason = Reason::kInfrastructure;
  std::string message;
  std::optional<double> score;  // nothing: masked
};

SweVerdictWords WordsOf(const swe::Graded& graded);
// Of one that wasn't graded.
SweVerdictWords WordsOf(const Error& error);
// Of a response without a patch.
SweVerdictWords WordsOfNoPatch();
// The field of the request that an error of the grader names; empty: none.
std::string FieldOf(const Error& error);

// `graded`: null where nothing was graded.
std::string RenderSweResult(const SweRequest& request, size_t index, const SweVerdictWords& words,
                            const swe::Graded* graded);

}  // namespace assay
