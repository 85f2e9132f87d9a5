// `assay env difficulty`: how often each task of a run was solved. Used by the main thread.
#pragma once

#include <string>

#include "apps/setup/command.h"

namespace assay {

class EnvDifficultyVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"difficulty", "count how often each task of a run was solved", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string run_;
  std::string out_;
  double pass_at_ = 1;
};

}  // namespace assay
