#include "apps/eval/eval_command.h"

#include "apps/eval/verbs.h"

namespace assay {

EvalCommand::EvalCommand() {
  for (std::unique_ptr<Command>& command : EvalVerbs()) verbs_.push_back({std::move(command)});
}

void EvalCommand::AddTo(CLI::App* command) {
  command->require_subcommand(1);
  for (Verb& verb : verbs_) {
    const CommandInfo info = verb.command->info();
    verb.app = command->add_subcommand(info.name, info.about);
    // Options of the program (--slots) may stand behind the subcommand, too.
    verb.app->fallthrough();
    verb.command->AddTo(verb.app);
  }
}

int EvalCommand::Run(const Options& options) const {
  for (const Verb& verb : verbs_) {
    if (verb.app->parsed()) return verb.command->Run(options);
  }
  return 2;  // unreachable: a subcommand is required
}

}  // namespace assay
