#include "api/kernels/jupyter_route.h"

#include <memory>
#include <utility>

#include "api/kernels/jupyter_run.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/request_files.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr const char* kKind = "jupyter";
constexpr size_t kMostCells = 10'000;

void Run(const KernelDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  Kernels* const kernels = AnyKernels(deps, kStyle, reply);
  if (kernels == nullptr || !RefuseSandboxToken(http, kStyle, reply)) return;
  const auto body = ParseBody(http, reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  FieldReader reader(body->root(), {}, &errors);
  JupyterRequest request;
  request.cells = reader.Strings("cells", Presence::kRequired);
  request.cell_timeout_s = reader.Number("cell_timeout", Presence::kOptional).value_or(0);
  request.total_timeout_s = reader.Number("total_timeout", Presence::kOptional).value_or(45);
  const int64_t megabytes = reader.Int("memory_limit_MB", Presence::kOptional).value_or(-1);
  const std::string kernel =
      reader.String("kernel", Presence::kOptional).value_or(std::string(kKernelSpec));
  if (kernel != kKernelSpec) {
    reader.Fault("kernel", "literal_error", "Input should be 'python3'");
  }
  if (request.cells.size() > kMostCells) {
    reader.Fault("cells", "too_long", "List should have at most 10000 items");
  }
  std::string undecodable;
  if (const JsonValue files = reader.Object("files", Presence::kOptional)) {
    request.files = DecodeFiles(files, reader.Path("files"), &undecodable, &errors);
  }
  if (!undecodable.empty()) reader.Fault("files", "value_error", undecodable + " is not base64");
  request.fetch_files = reader.Strings("fetch_files", Presence::kOptional);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);

  SandboxRequest sandbox;
  const LiveLimits& most = kernels->sandboxes().policy().max_limits;
  sandbox.box.limits = UsualLimits(most);
  if (megabytes > 0) {
    sandbox.box.limits = UsualLimits(most, std::min(megabytes << 20, most.memory_bytes));
  }
  const std::string tenant = TenantOf(http);
  const auto run =
      std::make_shared<JupyterRun>(std::move(request), tenant, deps.pod_name, *kernels, reply);
  kernels->Open({tenant, kKind, ""}, std::move(sandbox), "",
                [run](const Result<KernelPtr>& opened, bool) { run->Begin(opened); });
}

}  // namespace

void RegisterJupyterRoute(Router& router, const KernelDeps& deps) {
  router.Add("POST", "/run_jupyter",
             [&deps](const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
               Run(deps, *http, reply);
             });
}

}  // namespace assay
