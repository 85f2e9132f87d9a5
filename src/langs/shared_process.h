// SharedProcessHint: whether assert tests look as if they needed to share a process with the
// candidate, so that whoever stores a problem hears of it before it is used. Only a first run of
// the tests knows for certain (docs/internals/drivers.md); this looks at their words. Pure,
// thread-safe.
#pragma once

#include <string>

#include "model/problem.h"

namespace assay {

// "the tests use globals"; empty: nothing of the kind was seen.
std::string SharedProcessHint(const Problem& problem);

}  // namespace assay
