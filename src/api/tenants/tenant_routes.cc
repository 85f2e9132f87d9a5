#include "api/tenants/tenant_routes.h"

#include "api/shared/caller_tenant.h"
#include "api/shared/responses.h"
#include "text/json_writer.h"

namespace assay {
namespace {

void Write(const TenantFigures& figures, JsonWriter* json) {
  const TenantUsage& usage = figures.usage;
  int64_t refused = 0;
  for (const auto& [cap, count] : figures.refused) refused += count;
  json->BeginObject().Key("tenant").Bytes(usage.tenant);
  json->Key("weight").Double(usage.limits.weight);
  json->Key("running").Int(usage.running).Key("queued").Int(usage.queued);
  json->Key("sandboxes").Int(figures.sandboxes).Key("cpu_s").Double(usage.cpu_s);
  json->Key("limits").BeginObject();
  json->Key("max_running").Int(usage.limits.max_running);
  json->Key("max_queued").Int(usage.limits.max_queued);
  json->Key("max_sandboxes").Int(usage.limits.max_sandboxes);
  json->Key("cpu_s_per_hour").Double(usage.limits.cpu_s_per_hour).EndObject();
  json->Key("refused").Int(refused).EndObject();
}

}  // namespace

void RegisterTenantRoutes(Router& router, const TenantReport& report) {
  router.Add("GET", "/v1/tenants",
             [&report](std::shared_ptr<const HttpRequest> http, HttpReplyPtr reply) {
               const bool all = http->caller == nullptr || http->caller->role == Role::kAdmin;
               JsonWriter json;
               json.BeginObject().Key("tenants").BeginArray();
               for (const TenantFigures& figures : report.All()) {
                 if (all || figures.usage.tenant == http->caller->tenant) Write(figures, &json);
               }
               SendJson(reply, 200, json.EndArray().EndObject().Take());
             });
}

}  // namespace assay
