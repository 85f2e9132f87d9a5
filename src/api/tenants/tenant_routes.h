// GET /v1/tenants: what tenants have and may have. An administrator sees all of them, everybody
// else only the own one. Thread-safe.
#pragma once

#include "api/tenants/tenant_report.h"
#include "net/router.h"

namespace assay {

// `report` outlives the handlers.
void RegisterTenantRoutes(Router& router, const TenantReport& report);

}  // namespace assay
