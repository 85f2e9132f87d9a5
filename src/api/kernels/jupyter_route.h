// POST /run_jupyter: cells in a kernel of their own, one after another, whether or not one raised.
// What has ended is answered whatever happens afterwards: at the total timeout the cell that runs
// is stopped, those that never ran are not in the answer, and `status` says so.
#pragma once

#include "api/kernels/kernel_deps.h"
#include "net/router.h"

namespace assay {

void RegisterJupyterRoute(Router& router, const KernelDeps& deps);

}  // namespace assay
