// The output comparisons of two Python verifiers, verl's prime_code and LiveCodeBench, reproduced
// for those who must match their numbers. docs/judging.md has the rules. Internal to grading.
// Pure.
#pragma once

#include <string_view>

#include "grading/compare/token_compare.h"

namespace assay {

Divergence CompareLikeLiveCodeBench(std::string_view expected, std::string_view actual);
Divergence CompareLikeVerlPrime(std::string_view expected, std::string_view actual);

}  // namespace assay
