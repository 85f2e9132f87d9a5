// Problems of functions in Python: calls with expected results, lists of asserts, and test programs
// with check(candidate).
#pragma once

#include <memory>
#include <string>

#include "lab/grow/subject/subject.h"

namespace assay::grow {

// See make_subject.h.
std::unique_ptr<Subject> MakeFunctionSubject(const LabelledProblem& problem,
                                             const ProblemParts& parts, const Program& reference,
                                             const Asker& asker, std::string* why,
                                             std::string* failure);

}  // namespace assay::grow
