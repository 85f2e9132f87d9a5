// The default output validator of ICPC and Kattis problem packages, as the package format describes
// it: token by token, by default without regard to case and to the amount of white space, numbers
// with a tolerance where the problem sets one. Internal to grading. Pure, linear, no allocation.
#pragma once

#include <string_view>

#include "grading/compare/token_compare.h"
#include "model/problem.h"

namespace assay {

Divergence CompareIcpc(const IcpcRules& rules, std::string_view expected, std::string_view actual);

}  // namespace assay
