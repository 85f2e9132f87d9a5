// The task "schedule" of time_sequence: events of a day, one after the other. Pure; thread-safe.
// Facts, answers and verdicts as in reasoning.h and kind.h.
#pragma once

#include <string>
#include <string_view>

#include "base/dice/mix.h"
#include "base/result.h"
#include "logic/model/kind.h"
#include "text/json_reader.h"

namespace assay::logic::reasoning {

Puzzle MakeSchedule(int difficulty, Dice* dice);
Result<Verdict> VerifySchedule(JsonValue facts, std::string_view answer);
Result<std::string> SolveSchedule(JsonValue facts);

}  // namespace assay::logic::reasoning
