// `assay cluster add`: one more node for a front that runs. Used by the main thread.
#pragma once

#include <string>

#include "apps/cluster/cluster_arguments.h"

namespace assay {

class ClusterAddVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"add", "give a running front one more node", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  Status Add() const;

  ClusterArguments arguments_;
  std::string node_;
  int wait_s_ = 30;
};

}  // namespace assay
