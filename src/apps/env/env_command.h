// `assay env`: environments, from a new folder to what others install. Each subcommand is a Command
// with a file of its own (docs/environments.md).
//
// Used by the main thread.
#pragma once

#include "apps/verbs/command_of_verbs.h"

namespace assay {

// Returns the exit code of the subcommand: 0, 1 when it failed or found faults, 2 when what was
// given has a fault.
class EnvCommand final : public CommandOfVerbs {
 public:
  EnvCommand();
  CommandInfo info() const override {
    return {
        "env",
        "environments: make, check, pack, sign, install and compare them, and have a model do them",
        OptionSet::kNone};
  }
};

}  // namespace assay
