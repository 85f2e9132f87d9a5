// Requests of the ScaleBox routes: /common_evaluate_batch and /common_evaluate. Pure decoding,
// thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/problems/parsed_problems.h"
#include "api/service.h"
#include "text/field_reader.h"

namespace assay {

enum class EvaluateForm {
  kBatch,  // provided_data.test_cases is one object of parallel lists
  kList,   // provided_data.test or .test_cases is a list of cases
};

struct EvaluateRequest {
  std::string id_json = "0";  // echoed as it came
  std::string completion;
  std::string language;   // as sent
  Submission submission;  // without code
  bool return_full_case = false;
  // function_call: source texts of each case, for the answer.
  std::shared_ptr<const std::vector<CallCase>> calls;
  std::vector<CallCase> decoded_calls;  // being filled; then moved to `calls`
};

// What is wrong with a request that has the right types; answered with 400.
using Refusal = std::optional<std::string>;

// Type faults go to `errors` (422). Only without any is the rest looked at.
EvaluateRequest DecodeEvaluate(JsonValue body, EvaluateForm form, const ApiContext& context,
                               FieldErrors* errors, Refusal* refusal);

}  // namespace assay
