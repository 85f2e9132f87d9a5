// `assay cluster drain`: no new work for a node, of a front that runs. Used by the main thread.
#pragma once

#include <string>

#include "apps/cluster/cluster_arguments.h"

namespace assay {

class ClusterDrainVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"drain", "give a node nothing new, and wait until it has nothing left",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  ClusterArguments arguments_;
  std::string name_;
  int wait_s_ = 60;
  bool undo_ = false;
};

}  // namespace assay
