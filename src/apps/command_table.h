// The subcommands, in the order in which the help lists them.
#pragma once

#include <memory>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

std::vector<std::unique_ptr<Command>> AllCommands();

}  // namespace assay
