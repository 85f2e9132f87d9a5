// `assay cluster remove`: a node leaves a front that runs. Used by the main thread.
#pragma once

#include <string>

#include "apps/cluster/cluster_arguments.h"

namespace assay {

class ClusterRemoveVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"remove", "drain a node and take it out of a running front", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  Status Remove() const;

  ClusterArguments arguments_;
  std::string name_;
  int wait_s_ = 60;
  bool force_ = false;
};

}  // namespace assay
