// What a trainer is answered, as JSON (docs/curriculum.md). Pure; thread-safe.
#pragma once

#include <string>

#include "lab/rl/curriculum/log/desk.h"

namespace assay::curriculum {

std::string DoneJson(const Done& done, const Plan& plan, const ProblemTable& problems);
std::string SummaryJson(const Summary& summary, int64_t place, const Plan& plan,
                        const ProblemTable& problems);

}  // namespace assay::curriculum
