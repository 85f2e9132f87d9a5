// LoadPackage: reads a problem package from a folder: problem.yaml, the tests below data/, the
// output validator and the submissions.
//
// Blocks on the file system. Nothing of a package is executed here.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "data/packages/package.h"

namespace assay {

// Errors (kInvalidArgument) name the file at fault.
Result<ProblemPackage> LoadPackage(const std::string& folder);

// The rules which flags of the default validator ask for. Unknown flags are an error.
Result<IcpcRules> ParseValidatorFlags(const std::vector<std::string>& flags);

}  // namespace assay
