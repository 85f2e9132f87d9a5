// From a model's answer to a program, by the rules that more than one benchmark has. Pure,
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
// SandboxFusion's, which most published harnesses take: the first block of the language, else the
// first of any.
Extracted FirstBlock(std::string_view answer, const Fences& names);
// LiveCodeBench's: the lines between the last two that hold three backticks; none: fewer than two.
Extracted BetweenLastFences(std::string_view answer);

}  // namespace assay::eval
