#include "lab/eval/benchmarks/table.h"

#include <algorithm>
#include <utility>

#include "lab/eval/answers/math.h"
#include "lab/eval/benchmarks/benchmarks.h"
#include "lab/eval/contests/contest_sets.h"
#include "lab/eval/contests/livecodebench.h"
#include "lab/eval/multilang/multipl_e.h"
#include "lab/eval/multilang/text_sets.h"
#include "lab/eval/rubrics/environment_rows.h"
#include "lab/eval/rubrics/rubric_rows.h"

namespace assay::eval {

namespace {

std::vector<Benchmark> MakeAll() {
  std::vector<Benchmark> all = {
      HumanEval(),     HumanEvalPlus(),  Mbpp(),       MbppSanitized(), MbppPlus(),
      CruxEvalInput(), CruxEvalOutput(), HumanEvalX(), Mbxp(),          MultiplEBenchmark(),
      LiveCodeBench(), CodeContests(),   AetherCode(), Apps(),
  };
  for (Benchmark& benchmark : BigCodeBench()) all.push_back(std::move(benchmark));
  for (Benchmark& benchmark : MathBenchmarks()) all.push_back(std::move(benchmark));
  all.push_back(RubricRows());
  all.push_back(EnvironmentRows());
  return all;
}

}  // namespace

const std::vector<Benchmark>& AllBenchmarks() {
  static const std::vector<Benchmark> all = MakeAll();
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
