// `assay env check`: all that is wrong with an environment. Used by the main thread.
#pragma once

#include <string>

#include "apps/setup/command.h"

namespace assay {

class EnvCheckVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"check", "name everything that is wrong with an environment", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string folder_ = ".";
  bool write_hashes_ = false;
  bool json_ = false;
};

}  // namespace assay
