// The program in a model's answer, by the rule of each profile. Pure functions, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

// What fences may call a language: in lower case for our own rule, and exactly as SandboxFusion has
// them for its.
struct FenceNames {
  std::vector<std::string> names;
  std::vector<std::string> peer_names;
};

// The last complete block of the language, as everywhere in Assay.
Extracted LastProgram(std::string_view answer, const FenceNames& fences);
// SandboxFusion's: the first block of the language, else the first of any.
Extracted FirstProgram(std::string_view answer, const FenceNames& fences);
// LiveCodeBench's: the lines between the last two that hold three backticks; none: fewer than two.
Extracted BetweenLastFences(std::string_view answer);

// Cut before the first of these, by where it stands in the text.
std::string CutAtFirst(std::string_view text, const std::vector<std::string>& stops);

}  // namespace assay::eval
