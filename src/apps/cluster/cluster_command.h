// `assay cluster`: several nodes behind a front. Each subcommand is a Command with a file of its
// own.
//
// Used by the main thread.
#pragma once

#include <memory>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

class ClusterCommand final : public Command {
 public:
  ClusterCommand();
  CommandInfo info() const override {
    return {"cluster", "several nodes behind HAProxy or nginx: configure, add, drain, remove, look",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code of the subcommand: 0, 1 when it failed, 2 when what was given has a
  // fault.
  int Run(const Options& options) const override;

 private:
  struct Verb {
    std::unique_ptr<Command> command;
    CommandLine* app = nullptr;
  };
  std::vector<Verb> verbs_;
};

}  // namespace assay
