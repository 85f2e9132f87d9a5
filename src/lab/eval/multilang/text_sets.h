// HumanEval-X and MBXP: a function to go on with, in many languages, whose program is one text: the
// prompt, the answer and the test. Canonical solutions are in the rows, so both can check
// themselves. In the chat protocol the answer's own definitions take the place of prompt and
// answer; neither harness knows that protocol, and both profiles are the same there but for limits
// and pass rules.
//
// Thread-safe.
#pragma once

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

Benchmark HumanEvalX();
Benchmark Mbxp();

}  // namespace assay::eval
