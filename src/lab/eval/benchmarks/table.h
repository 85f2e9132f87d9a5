// The benchmarks there are. A new one is a file with its factory and a line in AllBenchmarks().
// Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

// In the order in which they are listed everywhere.
const std::vector<Benchmark>& AllBenchmarks();
// Null: there is none of that name.
const Benchmark* FindBenchmark(std::string_view name);
std::vector<std::string> BenchmarkNames();

}  // namespace assay::eval
