// `assay eval dry-run BENCHMARK --data FILE`: the prompts as they would be sent, how many requests
// that is, and what they cost at most. Asks nobody. Used by the main thread.
#pragma once

#include <optional>

#include "apps/eval/benchmark_arguments.h"
#include "apps/setup/command.h"

namespace assay {

class EvalDryRunVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"dry-run", "prompts, requests, tokens and the cost at most; asks nobody"};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  BenchmarkArguments benchmark_;
  std::optional<int64_t> samples_, max_tokens_;
  std::optional<double> input_price_, output_price_;
  int64_t show_ = 1;
  bool json_ = false;
};

}  // namespace assay
