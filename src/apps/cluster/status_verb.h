// `assay cluster status`: what the front and the nodes themselves say, in one table.
//
// Used by the main thread; the nodes are asked by a few threads that end before it returns.
#pragma once

#include <string>

#include "apps/cluster/cluster_arguments.h"

namespace assay {

class ClusterStatusVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"status", "the nodes as the front and they themselves see them", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // 0: every node is ready; 1: one isn't, or the front doesn't answer.
  int Run(const Options& options) const override;

 private:
  ClusterArguments arguments_;
  std::string token_file_;
  bool json_ = false;
};

}  // namespace assay
