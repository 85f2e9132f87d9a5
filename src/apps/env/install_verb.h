// `assay env install`: from a registry, or a pack's file. Used by the main thread.
#pragma once

#include <string>

#include "apps/env/env_arguments.h"
#include "apps/setup/command.h"

namespace assay {

class EnvInstallVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"install", "install an environment from a registry, or from a pack's file",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string what_;
  std::string registry_;
  StoreArguments store_;
  KeyArguments keys_;
  bool allow_unsigned_ = false;
  int64_t max_mb_ = 4096;
  bool json_ = false;
};

}  // namespace assay
