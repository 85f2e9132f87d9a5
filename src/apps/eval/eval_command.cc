#include "apps/eval/eval_command.h"

#include "apps/eval/verbs.h"

namespace assay {

EvalCommand::EvalCommand() {
  for (std::unique_ptr<Command>& command : EvalVerbs()) verbs_.push_back({std::move(command)});
}

void EvalCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  for (Verb& verb : verbs_) {
    const CommandInfo info = verb.command->info();
    verb.app = command->Verb(info.name, info.about);
    // Options of the program (--slots) may stand behind the subcommand, too.
    verb.app->PassesOn();
    verb.command->AddTo(verb.app);
  }
}

int EvalCommand::Run(const Options& options) const {
  for (const Verb& verb : verbs_) {
    if (verb.app->Given()) return verb.command->Run(options);
  }
  return 2;  // unreachable: a subcommand is required
}

}  // namespace assay
