// POST /execute, which two protocols use: it is told from the body which of them asks. All doors to
// kernels are registered here.
#pragma once

#include "api/kernels/kernel_deps.h"
#include "net/router.h"

namespace assay {

// `deps` outlives the router's handlers.
void RegisterKernelDoors(Router& router, const KernelDeps& deps);

}  // namespace assay
