// New asserts behind those of a test program in Python, in the way in which the given ones compare.
// Pure; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "lab/grow/model/problem_types.h"
#include "lab/grow/oracle/call_oracle.h"
#include "lab/grow/subject/candidate.h"

namespace assay::grow {

// The whole problem with them, as JSON. `name`: of the function.
std::string WithAsserts(const LabelledProblem& problem, const ProblemParts& parts,
                        const std::string& name, const CallForm& form, double tolerance,
                        const std::vector<NewTest>& tests);

}  // namespace assay::grow
