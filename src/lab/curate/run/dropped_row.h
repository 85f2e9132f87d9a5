// A line of dropped.jsonl: which row, by which step, and why. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lab/curate/report/report.h"
#include "lab/curate/steps/row_step.h"

namespace assay::curate {

struct DroppedRow {
  int64_t number = 0;  // over all files
  std::string step;
  Example shown;
};

DroppedRow MakeDroppedRow(const Row& row, const std::string& step, const Drop& drop);
// One line of JSON; `details` is the drop's.
std::string ToJson(const DroppedRow& dropped, const std::string& details);
// nullopt: it isn't one.
std::optional<DroppedRow> ParseDroppedRow(std::string_view json);

}  // namespace assay::curate
