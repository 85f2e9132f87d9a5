// Tri: the answer to "are these equal?" of whoever may not know. A plain value.
#pragma once

namespace assay::math {

enum class Tri { kNo, kYes, kUnknown };

}  // namespace assay::math
