// `assay cluster`: several nodes behind a front. Each subcommand is a Command with a file of its
// own.
//
// Used by the main thread.
#pragma once

#include "apps/verbs/command_of_verbs.h"

namespace assay {

// Returns the exit code of the subcommand: 0, 1 when it failed, 2 when what was given has a
// fault.
class ClusterCommand final : public CommandOfVerbs {
 public:
  ClusterCommand();
  CommandInfo info() const override {
    return {"cluster", "several nodes behind HAProxy or nginx: configure, add, drain, remove, look",
            OptionSet::kNone};
  }
};

}  // namespace assay
