// `assay eval scalebox FILE`: `assay eval run` with what a YAML file of ScaleBox's evaluation says.
// Used by the main thread.
#pragma once

#include <string>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

class EvalScaleboxVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"scalebox", "`run` with a YAML file of ScaleBox's evaluation"};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string file_;
  std::vector<std::string> given_;
};

}  // namespace assay
