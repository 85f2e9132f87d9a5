// `assay checker`: judges for problems with several right answers: which problems need one
// (classify), whether a given one may judge (prove), and having a model write one (synth).
//
// Used by the main thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/checker/verbs.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"
#include "rollout/generate/budget.h"

namespace assay {

class CheckerCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"checker", "special judges: which problems need one, have one written, prove it",
            OptionSet::kRuns};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  void AddProblems(CommandLine* verb);
  void AddTrials(CommandLine* verb);
  void AddModel(CommandLine* verb);
  int RunProve(const CheckerRun& run, service::Judge& judge) const;
  int RunSynth(CheckerRun run, service::Judge& judge) const;
  Result<SynthRun> SynthArguments(CheckerRun run) const;

  CommandLine* classify_ = nullptr;
  CommandLine* prove_ = nullptr;
  CommandLine* synth_ = nullptr;

  std::vector<std::string> paths_;
  ServerArguments server_;
  std::string out_;
  int parallel_ = 0;
  uint64_t mutation_seed_ = 1;
  size_t mutated_tests_ = synth::TrialOptions{}.mutated_tests;

  std::string checker_, checker_kind_, checker_language_;

  std::string form_ = "testlib";
  int attempts_ = 4;
  bool ask_anyway_ = false;
  std::string endpoint_, model_, label_, key_file_, endpoint_ca_, replay_;
  std::optional<double> temperature_, top_p_;
  std::optional<int64_t> max_tokens_, seed_;
  bool completion_tokens_ = false;
  std::string extra_body_ = "{}";
  std::string thinking_ = "auto";
  rollout::BudgetLimits budget_;
};

}  // namespace assay
