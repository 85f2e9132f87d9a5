#include "apps/cluster/drain_verb.h"

#include <cstdio>

#include "cluster/front_changes.h"

namespace assay {

void ClusterDrainVerb::AddTo(CommandLine* command) {
  command->Option("name", name_, "of the node").Required();
  arguments_.AddForChanges(command);
  command->Option("--wait-s", wait_s_, "how long its last requests may take [60]")
      .Between(0, 86400);
  command->Flag("--undo", undo_, "let it take work again");
}

int ClusterDrainVerb::Run(const Options&) const {
  const auto cluster = arguments_.Read();
  if (!cluster.ok()) return FailCluster("drain", cluster.error());
  const RuntimeCall call = RuntimeSocket(cluster->front.socket);
  const Status done = undo_ ? UndrainNode(call, name_)
                            : DrainNode(call, name_, std::chrono::seconds(wait_s_), RealWaiting());
  if (!done.ok()) return FailCluster("drain", done.error());
  std::printf(undo_ ? "%s takes work again\n" : "%s has nothing left and gets nothing new\n",
              name_.c_str());
  return 0;
}

}  // namespace assay
