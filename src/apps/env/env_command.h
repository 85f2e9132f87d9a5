// `assay env`: environments, from a new folder to what others install. Each subcommand is a Command
// with a file of its own (docs/environments.md).
//
// Used by the main thread.
#pragma once

#include <memory>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

class EnvCommand final : public Command {
 public:
  EnvCommand();
  CommandInfo info() const override {
    return {"env", "environments: make, check, pack, sign, install and compare them",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code of the subcommand: 0, 1 when it failed or found faults, 2 when what was
  // given has a fault.
  int Run(const Options& options) const override;

 private:
  struct Verb {
    std::unique_ptr<Command> command;
    CommandLine* app = nullptr;
  };
  std::vector<Verb> verbs_;
};

}  // namespace assay
