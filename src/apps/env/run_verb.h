// `assay env run`: rollouts of one environment or of several, with their rewards. Started again
// with the same arguments it goes on where it was. Used by the main thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/endpoint/endpoint_arguments.h"
#include "apps/env/env_arguments.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"
#include "env/roll/plan/group_file.h"
#include "env/roll/plan/plan.h"
#include "env/roll/run/rollouts.h"

namespace assay {

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
  // The environments that take part, as long as they are opened.
  struct Opened {
    std::vector<OpenedEnvironment> folders;
    std::vector<env::PlanPart> parts;
  };
  Result<std::vector<env::Chosen>> Choose() const;
  Result<Opened> Open() const;
  Result<std::string> ManifestOf(const env::Plan& plan) const;
  int Roll(env::RollJob job) const;

  std::vector<std::string> named_;
  std::string folder_;
  std::string rows_ = "tasks";
  std::optional<int64_t> tasks_;
  int64_t group_ = 1;
  StoreArguments store_;
  EndpointArguments endpoint_;
  ServerArguments server_;
};

}  // namespace assay
