#include "api/score/rubric.h"

#include <algorithm>

namespace assay {

bool Rubric::Has(FunctionKind kind) const {
  return std::any_of(functions.begin(), functions.end(),
                     [&](const RewardFunction& function) { return function.kind == kind; });
}

bool Rubric::NeedsGroup() const {
  return advantage ||
         std::any_of(functions.begin(), functions.end(),
                     [](const RewardFunction& function) { return IsOfGroup(function.kind); });
}

}  // namespace assay
