// ReadPackage: a problem package as a LabelledProblem: its tests, its own validator as checker,
// those of its submissions that have to be accepted or wrong, and its input validators.
//
// Blocks on the file system. Nothing of a package is executed here.
#pragma once

#include <string>

#include "base/result.h"
#include "lab/problems/model/problem.h"

namespace assay::lab {

// Whether the path is a folder with a problem.yaml.
bool IsPackage(const std::string& path);

// Its id is the folder's name. kInvalidArgument names the file or field at fault.
Result<LabelledProblem> ReadPackage(const std::string& folder);

}  // namespace assay::lab
