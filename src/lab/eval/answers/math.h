// The math benchmarks: problems with one final answer, asked for in a box (or as a letter in one),
// and judged by /v1/math/verify: by our own rules (`assay`), and in the order of the usual
// harness's
// (`official`). Nothing is run and no judge model is asked.
//
// Thread-safe.
#pragma once

#include <vector>

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

std::vector<Benchmark> MathBenchmarks();

}  // namespace assay::eval
