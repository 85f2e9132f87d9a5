// `assay env list`: what is installed, or what a registry has. Used by the main thread.
#pragma once

#include <string>

#include "apps/env/env_arguments.h"
#include "apps/setup/command.h"

namespace assay {

class EnvListVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"list", "the environments that are installed, or that a registry has",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  int ListStore() const;
  int ListRegistry() const;

  std::string registry_;
  StoreArguments store_;
  KeyArguments keys_;
  bool json_ = false;
};

}  // namespace assay
