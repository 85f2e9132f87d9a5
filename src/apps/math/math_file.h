// Files of math answers: a JSON object a line with "gold" and "response" (or "pred"), maybe "id",
// and for audits "expected" (or "correct") and "category". Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/math/math_run.h"
#include "base/result.h"

namespace assay {

struct MathLine {
  MathItem item;  // its id is "line 7" where the file has none; a null gold is an empty one
  bool expected = false;
  std::string category;
};

enum class MathLabels { kIgnored, kRequired };

// Blank lines are skipped. kInvalidArgument names the line at fault.
Result<std::vector<MathLine>> ParseMathFile(std::string_view text, MathLabels labels);

}  // namespace assay
