// MakeSubject: the kind of subject that a problem is. Asks the judge for what the given tests call;
// thread-safe.
#pragma once

#include <memory>
#include <string>

#include "lab/grow/subject/subject.h"

namespace assay::grow {

// Null: `why` says why its tests can't grow; `failure` that our side failed. All outlive the
// subject.
std::unique_ptr<Subject> MakeSubject(const LabelledProblem& problem, const ProblemParts& parts,
                                     const Program& reference, const Asker& asker, std::string* why,
                                     std::string* failure);

}  // namespace assay::grow
