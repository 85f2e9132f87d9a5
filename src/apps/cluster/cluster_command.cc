#include "apps/cluster/cluster_command.h"

#include "apps/cluster/add_verb.h"
#include "apps/cluster/drain_verb.h"
#include "apps/cluster/remove_verb.h"
#include "apps/cluster/render_verb.h"
#include "apps/cluster/status_verb.h"
#include "apps/cluster/up_verb.h"
#include "apps/setup/judges.h"

namespace assay {

ClusterCommand::ClusterCommand() {
  const auto add = [this](std::unique_ptr<Command> verb) { verbs_.push_back({std::move(verb)}); };
  add(std::make_unique<ClusterRenderVerb>());
  add(std::make_unique<ClusterStatusVerb>());
  add(std::make_unique<ClusterAddVerb>());
  add(std::make_unique<ClusterDrainVerb>());
  add(std::make_unique<ClusterRemoveVerb>());
  add(std::make_unique<ClusterUpVerb>());
}

void ClusterCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  for (Verb& verb : verbs_) {
    const CommandInfo info = verb.command->info();
    verb.app = command->Verb(info.name, info.about);
    verb.command->AddTo(verb.app);
  }
}

int ClusterCommand::Run(const Options& options) const {
  for (const Verb& verb : verbs_) {
    if (verb.app->Given()) return verb.command->Run(options);
  }
  return kExitUsage;  // unreachable: a subcommand is required
}

}  // namespace assay
