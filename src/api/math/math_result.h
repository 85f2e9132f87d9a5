// The result object of one math answer, as POST /v1/math/verify and `assay math --json` give it.
// Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "api/math/math_run.h"

namespace assay {

// `model`: the judge's, where there is an opinion.
std::string RenderMathResult(const MathItem& item, size_t index, const MathAnswer& answer,
                             std::string_view model);

}  // namespace assay
