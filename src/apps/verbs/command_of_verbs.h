// CommandOfVerbs: a command that only has subcommands, each a Command with a file of its own.
//
// Used by the main thread.
#pragma once

#include <memory>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

class CommandOfVerbs : public Command {
 public:
  void AddTo(CommandLine* command) final;
  // Returns the exit code of the subcommand.
  int Run(const Options& options) const final;

 protected:
  // Where options of the program (--slots) may stand.
  enum class ProgramOptions { kBeforeTheVerb, kBehindItToo };
  explicit CommandOfVerbs(std::vector<std::unique_ptr<Command>> verbs,
                          ProgramOptions place = ProgramOptions::kBeforeTheVerb);

 private:
  struct Verb {
    std::unique_ptr<Command> command;
    CommandLine* app = nullptr;
  };
  std::vector<Verb> verbs_;
  const ProgramOptions place_;
};

}  // namespace assay
