// Numbers that are given at the start of a puzzle, so that it has one right answer. Pure;
// thread-safe.
#pragma once

#include <functional>

#include "base/dice/mix.h"
#include "logic/boards/zero_one.h"
#include "logic/model/facts.h"

namespace assay::logic {

// Looks for another answer than the one that is meant, where these numbers are given (0: none).
using FindOther = std::function<ZeroOne::End(const Grid& given, Grid* other)>;

// `count` numbers of the answer that is meant, and then more of them as long as there is another,
// or the search for one is given up.
Grid GiveUntilOne(const Grid& meant, size_t count, const FindOther& find, Dice* dice);

}  // namespace assay::logic
