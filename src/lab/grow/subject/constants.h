// Constants: the numbers and texts that a program has in its source. Where a program decides, the
// values that it compares with are there: inputs that have them meet its bounds exactly, which
// random ones rarely do.
//
// Pure; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/dice/mix.h"
#include "lab/grow/values/data_value.h"

namespace assay::grow {

// In the order of the text, no two alike: integers with both neighbours, decimals, and texts
// without their quotes. Empty: the language isn't known.
std::vector<DataValue> ConstantsOf(const std::string& language, const std::string& code);

// `value` with some of what it holds replaced by constants of the same type; each text with a
// number in it may get another number there. Often equal to `value`.
DataValue WithConstants(const DataValue& value, const std::vector<DataValue>& constants,
                        Dice* dice);

}  // namespace assay::grow
