// ReadProblem: a row of a data set as an AuditProblem: what ConvertRow makes of it, or a row in our
// own form, with the programs that the row has, each with what it is said to be.
//
// Our own form is what `assay convert` writes, and "solutions" beside it:
//   {"id": …, "problem": {…}, "limits"?, "statement"?, "language"?, "entry_point"?,
//    "compile_flags"?, "solutions": [{"language", "code", "label": "correct" | "wrong", "name"?}]}
// Rows of public sets have theirs in columns of their own: references.h.
//
// Pure; thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lab/audit/model/problem.h"
#include "text/json_reader.h"

namespace assay::audit {

struct ReadRow {
  std::optional<AuditProblem> problem;
  bool math = false;    // a gold answer, which has no programs
  std::string id;       // of either
  std::string refused;  // without a problem: why, and what would be understood
};

// `format`: as ConvertRow takes it. `number`: names a row that has no id.
ReadRow ReadProblem(JsonValue row, std::string_view format, const std::string& number);

}  // namespace assay::audit
