// ReadProblem: a row of a data set as a LabelledProblem: what ConvertRow makes of it, or a row in
// our own form, with the programs that the row has, each with what it is said to be. It is the one
// reader of problems for all that the lab does with them.
//
// Our own form is what `assay convert` writes, with solutions beside it in either of two ways:
// native_row.h. Rows of public sets have theirs in columns of their own: references.h.
//
// Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lab/problems/model/problem.h"
#include "text/json_reader.h"

namespace assay::lab {

struct ReadRow {
  std::optional<LabelledProblem> problem;
  bool math = false;    // a gold answer, which has no programs
  std::string id;       // of either
  std::string field;    // without a problem: the field at fault; empty: the row as a whole
  std::string refused;  // the same: why, and what would be understood; begins with the field
};

// `format`: as ConvertRow takes it. `fallback_id`: of a row that has none.
ReadRow ReadProblem(JsonValue row, std::string_view format, const std::string& fallback_id);
// The same of a row's text.
ReadRow ReadProblemText(std::string_view row, std::string_view format,
                        const std::string& fallback_id);

}  // namespace assay::lab
