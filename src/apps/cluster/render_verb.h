// `assay cluster render`: the front's configuration. Used by the main thread.
#pragma once

#include <string>

#include "apps/cluster/cluster_arguments.h"

namespace assay {

class ClusterRenderVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"render", "write the configuration of the front", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  ClusterArguments arguments_;
  std::string engine_;
  std::string out_;
};

}  // namespace assay
