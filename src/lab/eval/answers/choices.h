// Multiple choice questions: the options as they are shown and the letter that is right, from the
// columns that data sets have for them. Pure functions, thread-safe.
#pragma once

#include <string>

#include "base/result.h"
#include "lab/eval/shared/rows.h"

namespace assay::eval {

struct Choices {
  std::string shown;  // "A) …\nB) …"
  char right = 'A';
};

// Rows that name right and wrong answers apart (GPQA) are put in an order that depends only on the
// question, so that every run asks the same. `question` decides it.
Result<Choices> ReadChoices(const Row& row, const std::string& question);

}  // namespace assay::eval
