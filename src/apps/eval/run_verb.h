// `assay eval run`: asks a model (or takes answers from a file), judges while it asks, and ends
// with the report. Started again with the same arguments it goes on where it was: what failed is
// repeated, and nothing else.
//
// Used by the main thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/eval/judging.h"
#include "apps/setup/command.h"
#include "rollout/generate/budget.h"
#include "rollout/generate/request.h"

namespace assay {

class EvalRunVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"run", "ask a model, judge its answers and report; again: go on"};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: that of the report; 2 wrong usage; 3 the run ended before its end;
  // 130 interrupted.
  int Run(const Options& options) const override;

 private:
  Result<rollout::Sampling> SamplingOf(const BenchmarkArguments::Loaded& loaded) const;
  Result<std::string> Key() const;

  JudgingArguments judging_;
  std::string endpoint_, label_, model_, generations_, key_file_, endpoint_ca_;
  std::optional<int64_t> samples_, max_tokens_, seed_;
  std::optional<double> temperature_, top_p_;
  std::vector<std::string> stop_;
  std::string extra_body_ = "{}", thinking_ = "auto", on_quota_ = "stop";
  int max_in_flight_ = 32;
  rollout::BudgetLimits budget_;
  bool no_self_check_ = false;
  bool allow_fewer_ = false;
  bool completion_tokens_ = false;
};

}  // namespace assay
