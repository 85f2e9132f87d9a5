// What a YAML file of ScaleBox's evaluation says, as arguments of `assay eval run`. Pure; any
// thread.
#pragma once

#include <string>
#include <vector>

#include "apps/eval/scalebox/config.h"
#include "base/result.h"

namespace assay {

// Those that `given` has, too, are left out, so that what was given counts. kInvalidArgument names
// the key that is missing.
Result<std::vector<std::string>> RunArguments(const ScaleboxConfig& config,
                                              const std::vector<std::string>& given);

}  // namespace assay
