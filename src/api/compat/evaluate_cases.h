// The test data of the ScaleBox routes, turned into a Problem. Pure functions, thread-safe.
#pragma once

#include "api/compat/evaluate_request.h"

namespace assay {

// Fills the request's problem from provided_data. Returns what is wrong with it.
Refusal ReadCases(JsonValue provided_data, EvaluateForm form, const ContractLanguage& language,
                  Problem* problem, EvaluateRequest* request);

}  // namespace assay
