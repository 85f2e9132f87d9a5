#include "lab/grow/subject/make_subject.h"

#include "lab/grow/subject/function_subject.h"
#include "lab/grow/subject/text_subject.h"
#include "lab/problems/model/python.h"

namespace assay::grow {

std::unique_ptr<Subject> MakeSubject(const LabelledProblem& problem, const ProblemParts& parts,
                                     const Program& reference, const Asker& asker, std::string* why,
                                     std::string* failure) {
  if (parts.checker || parts.interactor) {
    *why = "a program judges its answers: there is no expected one";
    return nullptr;
  }
  if (parts.prints()) return MakeTextSubject(problem, parts, reference, asker, why);
  if (!parts.calls() && !parts.asserts()) {
    *why = "the problem is known by its hash alone";
    return nullptr;
  }
  if (!lab::IsPython(reference.language)) {
    *why = "functions in other languages than Python aren't called";
    return nullptr;
  }
  return MakeFunctionSubject(problem, parts, reference, asker, why, failure);
}

}  // namespace assay::grow
