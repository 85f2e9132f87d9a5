// A row of JSON as a SynthProblem. Pure.
//
// The row is what `assay convert` writes ("id", "prompt", "problem", "time_limit_s", …) with the
// solutions beside it:
//
//   {"id": "p1", "statement": "Print any …",
//    "problem": {"tests": [{"input": "2\n", "expected": "1 2\n"}], "checker": {…}},
//    "accepted": [{"language": "python", "code": "…"}, {"outputs": ["2 1\n"]}],
//    "wrong":    [{"language": "python", "code": "…"}]}
#pragma once

#include <string_view>

#include "base/result.h"
#include "lab/synth/model/problem.h"

namespace assay::synth {

// kInvalidArgument names the field at fault. `fallback_id`: of a row without one.
Result<SynthProblem> ReadProblemRow(std::string_view row, const std::string& fallback_id);

}  // namespace assay::synth
