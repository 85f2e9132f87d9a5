#include "apps/cluster/cluster_command.h"

#include "apps/cluster/add_verb.h"
#include "apps/cluster/drain_verb.h"
#include "apps/cluster/remove_verb.h"
#include "apps/cluster/render_verb.h"
#include "apps/cluster/status_verb.h"
#include "apps/cluster/up_verb.h"

namespace assay {

namespace {

std::vector<std::unique_ptr<Command>> Verbs() {
  std::vector<std::unique_ptr<Command>> verbs;
  verbs.push_back(std::make_unique<ClusterRenderVerb>());
  verbs.push_back(std::make_unique<ClusterStatusVerb>());
  verbs.push_back(std::make_unique<ClusterAddVerb>());
  verbs.push_back(std::make_unique<ClusterDrainVerb>());
  verbs.push_back(std::make_unique<ClusterRemoveVerb>());
  verbs.push_back(std::make_unique<ClusterUpVerb>());
  return verbs;
}

}  // namespace

ClusterCommand::ClusterCommand() : CommandOfVerbs(Verbs()) {}

}  // namespace assay
