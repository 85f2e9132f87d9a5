// `assay version`: what this binary is. Used by the main thread.
#pragma once

#include "apps/setup/command.h"

namespace assay {

class VersionCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"version", "print version, build and libraries", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  bool json_ = false;
};

}  // namespace assay
