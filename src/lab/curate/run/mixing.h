// Mixing: the last step of a recipe that has one. It looks at all rows that passed the others: once
// to count groups and draw, once to write. 24 bytes of memory a row. Blocks on the disk.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "lab/curate/recipe/recipe.h"
#include "lab/curate/steps/row_step.h"

namespace assay::curate {

// A row of the file of those that passed: where it came from, and what it is.
struct PassedRow {
  int64_t number = 0;
  std::string_view file;
  int64_t file_row = 0;
  std::string_view json;
};
std::string PassedLine(const PassedRow& row);

// Calls one of the two for each row of `passed_path`, in their order.
Status Mix(const std::string& passed_path, const Recipe& recipe, const Step& step,
           const std::function<Status(std::string_view json)>& on_kept,
           const std::function<Status(const Row& row, const Drop& drop)>& on_dropped);

}  // namespace assay::curate
