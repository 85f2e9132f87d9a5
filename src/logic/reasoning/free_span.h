// The task "free_span" of time_sequence: the longest span in which all people are free. Pure;
// thread-safe. Facts, answers and verdicts as in reasoning.h and kind.h.
#pragma once

#include <string>
#include <string_view>

#include "base/dice/mix.h"
#include "base/result.h"
#include "logic/model/kind.h"
#include "text/json_reader.h"

namespace assay::logic::reasoning {

Puzzle MakeFreeSpan(int difficulty, Dice* dice);
Result<Verdict> VerifyFreeSpan(JsonValue facts, std::string_view answer);
Result<std::string> SolveFreeSpan(JsonValue facts);

}  // namespace assay::logic::reasoning
