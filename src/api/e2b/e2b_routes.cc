#include "api/e2b/e2b_routes.h"

#include <memory>

#include "api/e2b/connect_door.h"
#include "api/e2b/control_routes.h"
#include "api/e2b/file_routes.h"
#include "api/e2b/filesystem_service.h"

namespace assay {

void RegisterE2bRoutes(Router& router, E2bDeps deps, ProcessService& processes) {
  if (deps.sandboxes != nullptr && deps.tokens != nullptr) {
    deps.book = std::make_shared<TokenBook>(*deps.sandboxes, *deps.tokens);
  }
  RegisterE2bControlRoutes(router, deps);
  RegisterE2bFileRoutes(router, deps);
  RegisterE2bFilesystem(router, deps);
  RegisterE2bProcesses(router, deps, processes);
}

}  // namespace assay
