// The boxed answers at the end of a text. Internal to src/math.
//
// Pure, thread-safe. One backward pass: braces are matched with a stack from the end, so that a
// box is known to be balanced the moment its command is reached, and the pass stops at the first
// box with no neighbour.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "math/find/extract_scan.h"

namespace assay::math {

struct Box {
  Span outer;  // from the backslash to the closing brace
  Span inner;
};

// The last group of boxes in `range`, in the order of the text: one box, or several that belong
// together (see docs/math.md). Empty boxes don't count. With `join` unset, at most one.
std::vector<Box> LastBoxes(std::string_view text, Span range, bool join);

// One answer from a group: the inner text, or a list. Boxes that each name a variable just before
// them ("x = \boxed{1}, y = \boxed{2}") keep the names.
std::string JoinBoxes(std::string_view text, const std::vector<Box>& boxes, size_t end);

// Whether two answers that stand `gap` apart are one list: nothing but connectors between them.
bool IsListGap(std::string_view gap);

}  // namespace assay::math
