// From a model's answer to a program, where no reference harness has a rule of its own. Pure,
// thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/model/benchmark.h"
#include "model/fences.h"

namespace assay::eval {

// `text` up to the first of the stop texts in it.
std::string_view CutAtStop(std::string_view text, const std::vector<std::string>& stop);

// The last complete fenced block of the language, else what grading/extract takes next; the rule's
// name is its.
Extracted LastBlock(std::string_view answer, const Fences& names);
// The first such block, which most published harnesses take.
Extracted FirstBlock(std::string_view answer, const Fences& names);

}  // namespace assay::eval
