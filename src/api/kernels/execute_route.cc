#include "api/kernels/execute_route.h"

#include "api/kernels/interpreter_routes.h"
#include "api/kernels/jupyter_route.h"
#include "api/kernels/kernel_routes.h"
#include "api/kernels/observation_route.h"
#include "api/kernels/session_routes.h"

namespace assay {

void RegisterKernelDoors(Router& router, const KernelDeps& deps) {
  RegisterKernelRoutes(router, deps);
  RegisterSessionRoutes(router, deps);
  RegisterInterpreterRoutes(router, deps);
  RegisterObservationRoute(router, deps);
  RegisterJupyterRoute(router, deps);
  router.Add("POST", "/execute",
             [&deps](const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
               const auto body = ParseBody(*http, reply, ErrorStyle::kCompatible);
               if (!body) return;
               const JsonValue root = body->root();
               if (root.Find("generated_code")) return ExecuteInSession(deps, *http, root, reply);
               if (root.Find("code")) return ExecuteInContext(deps, *http, root, reply);
               SendError(
                   reply, ErrorStyle::kCompatible, 422, "invalid",
                   "neither `code` (of a code interpreter) nor `generated_code` (of a session) "
                   "is there");
             });
}

}  // namespace assay
