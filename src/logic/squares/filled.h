// Answers that fill a grid with the numbers from 1 to the number of its cells, each once. Pure;
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "logic/model/facts.h"
#include "logic/model/kind.h"

namespace assay::logic {

struct Filled {
  std::optional<Verdict> fault;  // "unreadable", "wrong_size", "out_of_range", "number_repeats" or
                                 // "given_changed"
  Grid grid;
};
// `given`: 0 where nothing is.
Filled FilledOf(std::string_view answer, const Grid& given);

// As an answer: a row a line. A blank is _.
std::string GridText(const Grid& grid);

// Whether no number but 0 stands twice, and none is above the number of cells.
bool GivenAreDifferent(const Grid& given);

}  // namespace assay::logic
