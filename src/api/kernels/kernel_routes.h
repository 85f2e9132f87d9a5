// Kernels in our own words:
//
//   POST   /v1/kernels                  makes one, or gives the one of that name
//   GET    /v1/kernels                  the caller's
//   GET    /v1/kernels/{id}
//   DELETE /v1/kernels/{id}
//   POST   /v1/kernels/{id}/execute     a cell; one answer, or a line of JSON for each event
//   POST   /v1/kernels/{id}/interrupt   the cell that runs
//   POST   /v1/kernels/{id}/restart
#pragma once

#include "api/kernels/kernel_deps.h"
#include "net/router.h"

namespace assay {

void RegisterKernelRoutes(Router& router, const KernelDeps& deps);

}  // namespace assay
