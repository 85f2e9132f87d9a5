// Requests of the ScaleBox routes, /common_evaluate_batch and /common_evaluate, parsed into values.
// Pure: the problem is made, or found among those decoded before, in evaluate_submission.h.
// Thread-safe.
#pragma once

#include <optional>
#include <string>

#include "api/compat/evaluate_cases.h"
#include "api/shared/languages.h"
#include "api/shared/refusal.h"

namespace assay {

// Refers to the request's document by its test data and rules.
struct EvaluateRequest {
  std::string id_json = "0";  // echoed as it came
  std::string completion;
  CaseSource cases;
  JsonValue extra;  // rules and settings
  std::optional<double> compile_s;
  std::optional<double> run_s;
  int64_t memory_bytes = 0;
};

// Nothing, and why, when faulty: types first, and only without such faults the rest.
std::optional<EvaluateRequest> ParseEvaluate(JsonValue body, EvaluateForm form,
                                             const ApiLanguages& languages, Refusal* refusal);

}  // namespace assay
