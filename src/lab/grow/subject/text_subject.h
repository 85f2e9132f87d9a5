// Problems of programs that read and print, whose outputs are compared.
#pragma once

#include <memory>
#include <string>

#include "lab/grow/subject/subject.h"

namespace assay::grow {

// See make_subject.h.
std::unique_ptr<Subject> MakeTextSubject(const LabelledProblem& problem, const ProblemParts& parts,
                                         const Program& reference, const Asker& asker,
                                         std::string* why);

}  // namespace assay::grow
