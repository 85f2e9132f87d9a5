#include "apps/cluster/remove_verb.h"

#include <algorithm>
#include <cstdio>

#include "cluster/front_changes.h"

namespace assay {

void ClusterRemoveVerb::AddTo(CommandLine* command) {
  command->Option("name", name_, "of the node").Required();
  arguments_.AddForChanges(command);
  command->Option("--wait-s", wait_s_, "how long its last requests may take [60]")
      .Between(0, 86400);
  command->Flag("--force", force_, "past that, cut off what is left");
}

Status ClusterRemoveVerb::Remove() const {
  ASSAY_ASSIGN_OR_RETURN(const UniqueFd lock, arguments_.Lock());
  ASSAY_ASSIGN_OR_RETURN(ClusterFile cluster, arguments_.Read());
  if (cluster.front.engine == FrontEngine::kHaproxy) {
    ASSAY_RETURN_IF_ERROR(RemoveNode(RuntimeSocket(cluster.front.socket), name_,
                                     std::chrono::seconds(wait_s_), force_, RealWaiting()));
  }
  cluster.nodes.erase(std::remove_if(cluster.nodes.begin(), cluster.nodes.end(),
                                     [this](const Member& each) { return each.name == name_; }),
                      cluster.nodes.end());
  return arguments_.Write(cluster);
}

int ClusterRemoveVerb::Run(const Options&) const {
  const Status removed = Remove();
  if (!removed.ok()) return FailCluster("remove", removed.error());
  std::printf("removed %s\n", name_.c_str());
  return 0;
}

}  // namespace assay
