// The problems that a request may see: its tenant's. Thread-safe.
#pragma once

#include "api/shared/caller_tenant.h"
#include "net/http.h"
#include "store/tenant_problems.h"

namespace assay {

inline TenantProblems ProblemsOf(const HttpRequest& http, ProblemStore& store) {
  return {store, OwnerOf(http)};
}

}  // namespace assay
