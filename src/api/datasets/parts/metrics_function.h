// What POST /get_metrics_function answers: Python text that clients execute. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// Text that defines get_metrics(results): pass@k by category, for those k of `k_targets` that
// `repeats` samples of a problem allow. Both are globals of the one who executes it. `category`: a
// Python expression of a `result`.
std::string PassAtKByCategory(std::string_view category);

}  // namespace assay
