// problem.yaml, in the legacy and the 2023 format. Internal to packages.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "data/packages/package.h"

namespace assay {

// Fills in what the text says. The error is a sentence with the line.
Status ReadProblemYaml(const std::string& text, ProblemPackage* package);

std::vector<std::string> SplitWords(const std::string& text);

}  // namespace assay
