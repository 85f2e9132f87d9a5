// The line-wise output comparison of ScaleBox and SandboxFusion, reproduced for those who must
// match old numbers. Internal to grading.
#pragma once

#include <string_view>

#include "grading/compare/token_compare.h"

namespace assay {

// require_line_count: SandboxFusion's rule. Without it only the lines both sides have are compared,
// so a prefix of the answer is accepted, as ScaleBox does.
Divergence CompareLikePeers(std::string_view expected, std::string_view actual,
                            bool require_line_count);

}  // namespace assay
