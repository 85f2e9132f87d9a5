// `assay cluster up`: HAProxy and some nodes on this machine, to try a cluster out. All of them end
// with it.
//
// Used by the main thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cluster/child_process.h"
#include "apps/cluster/cluster_arguments.h"

namespace assay {

class ClusterUpVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"up", "HAProxy and nodes on this machine, to try a cluster out", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  struct Processes {
    std::vector<ChildProcess> nodes;
    std::optional<ChildProcess> front;
  };
  Status Start(const std::string& folder, Processes* processes) const;
  int Watch(Processes* processes) const;
  void Stop(Processes* processes) const;

  int nodes_ = 2;
  int slots_ = 1;
  std::string bind_ = "127.0.0.1:8000";
  std::string folder_;
  std::string haproxy_;
  std::vector<std::string> serve_;
};

}  // namespace assay
