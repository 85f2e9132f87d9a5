// GrowRow: a row of a data set read, and the tests of its problem grown. Blocks on the judge;
// thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "lab/grow/model/growth.h"
#include "lab/grow/model/problem_types.h"

namespace assay::grow {

// `format`: as ConvertRow takes it. `fallback_id`: of a row that has none.
ProblemGrowth GrowRow(std::string_view row, std::string_view format, const std::string& fallback_id,
                      const GrowOptions& options, const Asker& asker);

}  // namespace assay::grow
