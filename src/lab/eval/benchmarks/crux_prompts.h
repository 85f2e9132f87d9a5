// CRUXEval's four prompts, as published: a number depends on their wording. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "lab/eval/benchmarks/crux_answer.h"

namespace assay::eval {

// `given`: the input where the output is asked for, the output where an input is.
std::string CruxPrompt(CruxSide asked, bool chain_of_thought, std::string_view code,
                       std::string_view given);

}  // namespace assay::eval
