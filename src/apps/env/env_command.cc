#include "apps/env/env_command.h"

#include "apps/env/check_verb.h"
#include "apps/env/diff_verb.h"
#include "apps/env/install_verb.h"
#include "apps/env/key_verb.h"
#include "apps/env/list_verb.h"
#include "apps/env/new_verb.h"
#include "apps/env/pack_verb.h"
#include "apps/env/score_verb.h"
#include "apps/env/show_verb.h"
#include "apps/setup/judges.h"

namespace assay {

EnvCommand::EnvCommand() {
  const auto add = [this](std::unique_ptr<Command> verb) { verbs_.push_back({std::move(verb)}); };
  add(std::make_unique<EnvNewVerb>());
  add(std::make_unique<EnvCheckVerb>());
  add(std::make_unique<EnvPackVerb>());
  add(std::make_unique<EnvListVerb>());
  add(std::make_unique<EnvInstallVerb>());
  add(std::make_unique<EnvDiffVerb>());
  add(std::make_unique<EnvScoreVerb>());
  add(std::make_unique<EnvShowVerb>());
  add(std::make_unique<EnvKeyVerb>());
}

void EnvCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  for (Verb& verb : verbs_) {
    const CommandInfo info = verb.command->info();
    verb.app = command->Verb(info.name, info.about);
    verb.command->AddTo(verb.app);
  }
}

int EnvCommand::Run(const Options& options) const {
  for (const Verb& verb : verbs_) {
    if (verb.app->Given()) return verb.command->Run(options);
  }
  return kExitUsage;  // unreachable: a subcommand is required
}

}  // namespace assay
