// The benchmarks of this room, one file each. What a user sees of them is their BenchmarkInfo; the
// table (table.h) lists them.
#pragma once

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

Benchmark HumanEval();
Benchmark HumanEvalPlus();
Benchmark Mbpp();
Benchmark MbppSanitized();
Benchmark MbppPlus();
Benchmark CruxEvalInput();
Benchmark CruxEvalOutput();
// Complete and instruct, of all problems and of the hard ones.
std::vector<Benchmark> BigCodeBench();

}  // namespace assay::eval
