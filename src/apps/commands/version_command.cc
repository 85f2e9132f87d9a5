#include "apps/commands/version_command.h"

#include <cstdio>

#include "apps/setup/version.h"

namespace assay {

void VersionCommand::AddTo(CommandLine* command) {
  command->Flag("--json", json_, "print JSON");
}

int VersionCommand::Run(const Options&) const {
  std::fputs((json_ ? VersionJson() + "\n" : VersionText()).c_str(), stdout);
  return 0;
}

}  // namespace assay
