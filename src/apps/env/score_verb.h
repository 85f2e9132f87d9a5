// `assay env score`: responses scored by an environment's rubric, as POST /v1/score does it. Used
// by the main thread.
#pragma once

#include <string>

#include "apps/env/env_arguments.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"

namespace assay {

class EnvScoreVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"score", "score responses by an environment's rubric", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // 0, 1 when it failed, 2 when what was given has a fault, 3 when some have no score.
  int Run(const Options& options) const override;

 private:
  std::string named_;
  std::string responses_;
  std::string use_ = "tasks";
  StoreArguments store_;
  ServerArguments server_;
};

}  // namespace assay
