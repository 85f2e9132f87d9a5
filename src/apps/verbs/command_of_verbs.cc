#include "apps/verbs/command_of_verbs.h"

#include <utility>

#include "apps/cli/command_line.h"
#include "apps/setup/judges.h"

namespace assay {

CommandOfVerbs::CommandOfVerbs(std::vector<std::unique_ptr<Command>> verbs, ProgramOptions place)
    : place_(place) {
  for (std::unique_ptr<Command>& verb : verbs) verbs_.push_back({std::move(verb)});
}

void CommandOfVerbs::AddTo(CommandLine* command) {
  command->NeedsVerb();
  for (Verb& verb : verbs_) {
    const CommandInfo info = verb.command->info();
    verb.app = command->Verb(info.name, info.about);
    if (place_ == ProgramOptions::kBehindItToo) verb.app->PassesOn();
    verb.command->AddTo(verb.app);
  }
}

int CommandOfVerbs::Run(const Options& options) const {
  for (const Verb& verb : verbs_) {
    if (verb.app->Given()) return verb.command->Run(options);
  }
  return kExitUsage;  // unreachable: a subcommand is required
}

}  // namespace assay
