// Disclaimed: whether a sentence says that a number or formula in it is *not* the answer, or offers
// it only as one of several: "is not 16", "either 16 or 17", "at least 16", "16 is wrong".
//
// An answer that is picked out of prose loses what was said around it. Without this look at the
// neighbouring words a model could name a number, deny it in the same breath, and be rewarded.
// Looks at a few words on both sides; pure, thread-safe.
#pragma once

#include <string_view>

#include "math/find/extract_text.h"

namespace assay::math {

// `item` lies inside `range` of the text; words outside the range say nothing.
bool Disclaimed(std::string_view text, Span range, Span item);

// As Disclaimed, for a box: only a plain denial directly before it counts ("is not \boxed{16}"),
// since bounds ("at most \boxed{16}") are what many problems ask for.
bool BoxDenied(std::string_view text, Span range, Span box);

// Whether the gap between two formulas denies the second: "5$, not $".
bool DeniesNext(std::string_view gap);

}  // namespace assay::math
