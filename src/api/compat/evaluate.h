// POST /common_evaluate_batch and /common_evaluate: judge a completion, as ScaleBox does.
#pragma once

#include <memory>

#include "api/compat/evaluate_request.h"
#include "net/http.h"

namespace assay {

HttpHandler MakeEvaluateHandler(std::shared_ptr<ApiContext> context, EvaluateForm form);

}  // namespace assay
