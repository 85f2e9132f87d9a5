// Validators: a problem's own programs that tell whether an input is valid. Blocks on the judge;
// thread-safe.
#pragma once

#include <string>
#include <vector>

#include "lab/grow/model/problem_types.h"

namespace assay::grow {

struct Validity {
  bool known = false;       // there is a validator, and it accepts the given inputs
  std::vector<bool> valid;  // of each text
};

// A validator that refuses an input that the problem has is of no use, and isn't asked further.
Validity Validate(const LabelledProblem& problem, const std::vector<std::string>& given,
                  const std::vector<std::string>& texts, const Asker& asker,
                  std::vector<std::string>* not_judged);

}  // namespace assay::grow
