// Contest problems that are judged as contests judge them: CodeContests, AetherCode and APPS. Each
// has rows of its own and shares the rest: a statement, tests, limits, a program that reads stdin.
//
// Thread-safe.
#pragma once

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

// `official`: tokens in lower case, numbers within 1e-5 as doubles, 10 s. `assay`: the default
// comparison and the row's own limits.
Benchmark CodeContests();
// Both by the row's checker. `official`: 10 s whatever the row says. `assay`: the row's limits.
Benchmark AetherCode();
// `official`: the harness rebuilt (apps.py). `assay`: processes and calls. Both give strict
// accuracy, and the share of tests as the partial score, whose mean is the average accuracy.
Benchmark Apps();

}  // namespace assay::eval
