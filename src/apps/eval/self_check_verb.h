// `assay eval self-check BENCHMARK --data FILE`: judges what is known beforehand and lists what
// disagrees. Used by the main thread.
#pragma once

#include <cstdio>

#include "apps/eval/benchmark_arguments.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"
#include "lab/eval/run/self_check.h"

namespace assay {

// For people: a line for each disagreement, then a sentence.
void PrintSelfCheck(const eval::SelfCheckReport& report, std::FILE* out);
std::string SelfCheckJson(const eval::SelfCheckReport& report);

class EvalSelfCheckVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"self-check", "gold passes and known-wrong fails, before tokens are spent"};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 as expected, 1 something disagrees, 2 wrong usage, 3 no verdicts.
  int Run(const Options& options) const override;

 private:
  BenchmarkArguments benchmark_;
  ServerArguments server_;
  int64_t sample_ = 0;
  int parallel_ = 0;
  bool json_ = false;
};

}  // namespace assay
