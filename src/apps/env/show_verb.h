// `assay env show`: an environment as JSON, for programs that read no YAML and no Parquet. Used by
// the main thread.
#pragma once

#include <string>

#include "apps/env/env_arguments.h"
#include "apps/setup/command.h"

namespace assay {

class EnvShowVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"show", "print an environment's manifest as JSON, or its tasks as JSON lines",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string named_ = ".";
  std::string rows_;
  StoreArguments store_;
};

}  // namespace assay
