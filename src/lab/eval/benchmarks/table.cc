#include "lab/eval/benchmarks/table.h"

#include <algorithm>

#include "lab/eval/benchmarks/benchmarks.h"

namespace assay::eval {

const std::vector<Benchmark>& AllBenchmarks() {
  static const std::vector<Benchmark> all = {
      HumanEval(), HumanEvalPlus(), Mbpp(),           MbppSanitized(),
      MbppPlus(),  CruxEvalInput(), CruxEvalOutput(),
  };
  return all;
}

const Benchmark* FindBenchmark(std::string_view name) {
  const std::vector<Benchmark>& all = AllBenchmarks();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Benchmark& benchmark) {
    return benchmark.info.name == name;
  });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> BenchmarkNames() {
  std::vector<std::string> names;
  for (const Benchmark& benchmark : AllBenchmarks()) names.push_back(benchmark.info.name);
  return names;
}

}  // namespace assay::eval
