// `assay eval list`: the benchmarks there are, and the file that each one wants. Used by the main
// thread.
#pragma once

#include "apps/setup/command.h"

namespace assay {

class EvalListVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"list", "benchmarks, and the file that each of them wants"};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  bool json_ = false;
};

}  // namespace assay
