// POST /get_observation of verl-tool: what the code in each action shows, in the kernel of its
// trajectory; `finish` ends that kernel.
#pragma once

#include <optional>
#include <string>

#include "api/kernels/kernel_deps.h"
#include "net/router.h"

namespace assay {

// The Python in an action: of every <python>…</python>, else of every ```python fence, else of a
// <tool_call> of the tool "python". nullopt: there is none.
std::optional<std::string> CodeOfAction(const std::string& action);
// The text put round what the code showed, as the action's own marks ask for.
std::string ObservationText(const std::string& action, const std::string& shown);

void RegisterObservationRoute(Router& router, const KernelDeps& deps);

}  // namespace assay
