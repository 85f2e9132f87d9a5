// `assay env new`: a small environment that works, to begin with. Used by the main thread.
#pragma once

#include <string>

#include "apps/setup/command.h"

namespace assay {

class EnvNewVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"new", "write a small environment that works, to begin with", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string name_;
  std::string kind_ = "math";
  std::string folder_;
};

}  // namespace assay
