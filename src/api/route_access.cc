#include "api/route_access.h"

namespace assay {
namespace {

constexpr std::optional<Role> kAnybody = std::nullopt;

constexpr RouteAccess kTable[] = {
    // Probes of load balancers and of clients that look whether somebody is there, and what anybody
    // may read of the interface. None says what is judged here.
    {"GET", "/", kAnybody},
    {"GET", "/health", kAnybody},
    {"GET", "/healthz", kAnybody},
    {"GET", "/openapi.json", kAnybody},
    {"GET", "/readyz", kAnybody},
    {"GET", "/v1/ping", kAnybody},
    // What this server is and does.
    {"GET", "/api/v2/runtimes", Role::kViewer},
    {"GET", "/metrics", Role::kViewer},
    {"GET", "/v1/info", Role::kViewer},
    // Whatever runs programs, judges answers, or shows what is judged with.
    {"DELETE", "/mcp", Role::kUser},
    {"GET", "/list_datasets", Role::kUser},
    {"GET", "/reverify_mode", Role::kUser},
    {"GET", "/v1/problems/{sha256}", Role::kUser},
    {"POST", "/aggregate_metrics", Role::kUser},
    {"POST", "/api/v2/execute", Role::kUser},
    {"POST", "/common_evaluate", Role::kUser},
    {"POST", "/common_evaluate_batch", Role::kUser},
    {"POST", "/execute_batch", Role::kUser},
    {"POST", "/get_metrics", Role::kUser},
    {"POST", "/get_metrics_function", Role::kUser},
    {"POST", "/get_prompt_by_id", Role::kUser},
    {"POST", "/get_prompts", Role::kUser},
    {"POST", "/get_reward", Role::kUser},
    {"POST", "/list_ids", Role::kUser},
    {"POST", "/mcp", Role::kUser},
    {"POST", "/rm", Role::kUser},
    {"POST", "/run_code", Role::kUser},
    {"POST", "/seed_session", Role::kUser},
    {"POST", "/submit", Role::kUser},
    {"POST", "/test_program", Role::kUser},
    {"POST", "/test_program_stdio", Role::kUser},
    {"POST", "/v1/math/verify", Role::kUser},
    {"POST", "/v1/problems:convert", Role::kUser},
    {"POST", "/v1/score", Role::kUser},
    {"POST", "/v1/verify", Role::kUser},
    {"POST", "/verify", Role::kUser},
    {"PUT", "/v1/problems/{sha256}", Role::kUser},
    // The names of all problems. Who knows a name may see the problem, and a name is only known to
    // who has the problem, so that tenants don't meet; the list would tell each of all others'.
    {"GET", "/v1/problems", Role::kAdmin},
};

}  // namespace

std::span<const RouteAccess> RouteAccessTable() {
  return kTable;
}

}  // namespace assay
