// What the known solutions of a problem print. Thread-safe; blocks.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/synth/model/problem.h"
#include "service/judge.h"

namespace assay::synth {

struct SolutionRun {
  std::string name;
  bool right = true;
  // One for each test; null where it crashed, broke a limit, or printed more than is kept.
  std::vector<std::optional<std::string>> outputs;

  // Whether there is an output of every test.
  bool whole() const;
};

// In the order of the solutions. Those whose outputs are known aren't run. An Error: nobody
// answers, or the request was refused.
Result<std::vector<SolutionRun>> RunSolutions(const SynthProblem& problem, service::Judge& judge,
                                              const std::atomic<bool>* stop);

}  // namespace assay::synth
