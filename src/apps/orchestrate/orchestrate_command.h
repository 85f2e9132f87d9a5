// `assay orchestrate`: rollouts of a curriculum's problems, made by inference servers while a
// trainer trains, judged as they come, in batches that the trainer asks for (docs/orchestrate.md).
//
// Used by the main thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/curriculum/plan_arguments.h"
#include "apps/listen/listener.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"
#include "lab/rl/orchestra/run/conductor.h"

namespace assay {

class OrchestrateCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"orchestrate", "make, judge and batch the rollouts of a training run", OptionSet::kRuns,
            true};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 it was asked to end, 1 our environment failed, 2 wrong usage, or a
  // plan, file or folder at fault.
  int Run(const Options& options) const override;

 private:
  Result<orchestra::ConductorOptions> ConductorOptionsOf(const curriculum::Plan& plan) const;
  Result<std::vector<std::unique_ptr<orchestra::InferenceServer>>> Servers() const;
  int Conduct(orchestra::Conductor& conductor, const sigset_t& signals) const;

  std::string plan_;
  std::vector<std::string> problems_;
  std::string folder_;
  std::vector<std::string> servers_;
  std::string model_;
  std::string key_file_, server_ca_;
  std::string update_ = "prime-rl";
  int slots_ = 32;
  int64_t batch_groups_ = 0;
  int64_t most_off_policy_ = 8;
  std::string staleness_ = "age";
  int64_t waiting_batches_ = 1;
  std::string records_ = "assay";
  std::string system_;
  bool no_token_ids_ = false;
  std::string extra_body_ = "{}";
  int64_t rollout_timeout_s_ = 3600;
  std::string interrupt_;
  std::string phrase_ =
      "Okay, time is up. Let me stop thinking and formulate a final answer </think>";
  std::vector<std::string> evaluate_;
  int64_t evaluate_every_ = 10;
  int evaluate_rollouts_ = 4;
  std::optional<int64_t> seed_;
  FieldArguments fields_;
  Listener listener_{8096};
  ServerArguments judge_;
};

}  // namespace assay
