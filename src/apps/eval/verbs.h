// The subcommands of `assay eval`, in the order in which its help lists them.
#pragma once

#include <memory>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

std::vector<std::unique_ptr<Command>> EvalVerbs();

}  // namespace assay
