// NarrowedAnswer: what is left of a text after verl's prime_math has cut it down by phrases, for
// the profile of that name. It needs no announcement and no box: something is always left. Pure;
// thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "math/find/candidate.h"
#include "math/find/extract_text.h"

namespace assay::math {

std::vector<ExtractCandidate> NarrowedAnswer(std::string_view text, Span range);

}  // namespace assay::math
