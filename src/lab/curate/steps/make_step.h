// The step that a recipe asks for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "lab/curate/recipe/recipe.h"
#include "lab/curate/steps/row_step.h"

namespace assay::curate {

struct StepSurroundings {
  std::string folder;  // for what doesn't fit into memory
  uint64_t seed = 0;
};

// Not for a mix, which looks at all rows at once. kInvalidArgument: a file that can't be read.
Result<std::unique_ptr<RowStep>> MakeRowStep(const Step& step,
                                             const StepSurroundings& surroundings);

}  // namespace assay::curate
