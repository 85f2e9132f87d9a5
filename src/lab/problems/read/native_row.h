// Rows in our own form: what `assay convert` writes, and solutions beside it.
//
//   {"id": "p1", "statement": "Print any …", "language": "cpp",
//    "problem": {"tests": [{"input": "2\n", "expected": "1 2\n"}], "checker": {…}},
//    "limits": {"cpu_time_s": 2}, "compile_flags": ["-O2"],
//    "solutions": [{"language": "python", "code": "…", "label": "correct"}],
//    "accepted":  [{"language": "python", "code": "…"}, {"outputs": ["2 1\n"]}],
//    "wrong":     [{"language": "python", "code": "…", "files": {"data.txt": "…"}}],
//    "validator": {"language": "cpp", "source": "…"}}
//
// Those in "solutions" have a label each, those in "accepted" and "wrong" that of their list. The
// members of "problem" may stand in the row itself, and "time_limit_s" and "memory_mb" in place of
// limits.
//
// Internal to the room. Pure; thread-safe.
#pragma once

#include "base/result.h"
#include "lab/problems/model/problem.h"
#include "text/json_reader.h"

namespace assay::lab {

bool IsNativeRow(JsonValue row);
// Without its id. kInvalidArgument names the field at fault. REQUIRES: IsNativeRow.
Result<LabelledProblem> ReadNativeRow(JsonValue row);

}  // namespace assay::lab
