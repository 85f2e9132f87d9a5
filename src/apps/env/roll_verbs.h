// `assay env run`: rollouts of one environment or of several, with their rewards. Started again
// with the same arguments it goes on where it was. And `assay env serve`: the same for a trainer
// that asks.
//
// Used by the main thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/endpoint/endpoint_arguments.h"
#include "apps/env/env_arguments.h"
#include "apps/listen/listener.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"
#include "env/roll/plan/group_file.h"
#include "env/roll/plan/plan.h"
#include "env/roll/run/rollouts.h"

namespace assay {

// Which environments take part, and which of their tasks.
class RolledEnvironments {
 public:
  void AddTo(CommandLine* command);

  // As long as they are opened.
  struct Opened {
    std::vector<OpenedEnvironment> folders;
    std::vector<env::PlanPart> parts;
  };
  Result<Opened> Open(const rollout::Sampling& sampling) const;
  const std::string& rows() const { return rows_; }
  env::RowsUse use() const {
    return rows_ == "tasks" ? env::RowsUse::kTasks : env::RowsUse::kEvaluation;
  }

 private:
  Result<std::vector<env::Chosen>> Choose() const;

  std::vector<std::string> named_;
  std::string rows_ = "tasks";
  StoreArguments store_;
};

class EnvRunVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"run", "have a model do the tasks of environments, and score what it does"};
  }
  void AddTo(CommandLine* command) override;
  // 0; 1 when it failed; 2 when what was given has a fault; 3 when it ended early, or some rollouts
  // have no reward; 130 interrupted.
  int Run(const Options& options) const override;

 private:
  Result<std::string> ManifestOf(const env::Plan& plan) const;
  int Roll(env::RollJob job) const;

  std::string folder_;
  std::optional<int64_t> tasks_;
  int64_t group_ = 1;
  RolledEnvironments environments_;
  EndpointArguments endpoint_;
  ServerArguments server_;
};

class EnvServeVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"serve", "give a trainer tasks, rollouts and scores of environments"};
  }
  void AddTo(CommandLine* command) override;
  // 0 when it was asked to end; 1 when it failed; 2 when what was given has a fault.
  int Run(const Options& options) const override;

 private:
  std::string folder_;
  RolledEnvironments environments_;
  EndpointArguments endpoint_;
  ServerArguments server_;
  Listener listener_{8096};
};

}  // namespace assay
