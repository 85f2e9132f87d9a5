// `assay env diff`: what became of an environment. Used by the main thread.
#pragma once

#include <string>

#include "apps/env/env_arguments.h"
#include "apps/setup/command.h"

namespace assay {

class EnvDiffVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"diff", "compare two versions: manifest, prompts, rubric, and tasks by their ids",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string before_;
  std::string after_;
  StoreArguments store_;
  bool json_ = false;
};

}  // namespace assay
