#include "api/admin/admin_routes.h"

#include <algorithm>
#include <chrono>

#include "api/admin/cache_report.h"
#include "api/admin/metrics_format.h"
#include "api/shared/responses.h"
#include "model/isolation.h"
#include "telemetry/metric_page.h"
#include "text/json_writer.h"

namespace assay {
namespace {

HttpHandler Text(std::string content_type, std::function<std::string()> body) {
  return [content_type = std::move(content_type), body = std::move(body)](
             std::shared_ptr<const HttpRequest>, HttpReplyPtr reply) {
    HttpResponse response;
    response.content_type = content_type;
    response.body = body();
    reply->Send(std::move(response));
  };
}

void WriteSandboxes(Sandboxes* sandboxes, JsonWriter* json) {
  const auto count = [sandboxes](SandboxState state) {
    return sandboxes == nullptr ? 0 : sandboxes->Count(state);
  };
  json->BeginObject();
  json->Key("at_most").Int(sandboxes == nullptr ? 0 : sandboxes->policy().max_sandboxes);
  json->Key("starting").Int(count(SandboxState::kStarting));
  json->Key("running").Int(count(SandboxState::kRunning));
  json->Key("paused").Int(count(SandboxState::kPaused));
  json->Key("draining").Int(sandboxes == nullptr ? 0 : sandboxes->CountDraining());
  json->Key("warm").Int(sandboxes == nullptr ? 0 : sandboxes->host().warm()).EndObject();
}

// Why it isn't to be sent work; empty: it is.
std::string WhyNotReady(const AdminDeps& deps) {
  if (const auto draining = deps.node.draining()) {
    return draining->empty() ? "draining" : "draining: " + *draining;
  }
  if (deps.sink.stats().draining) return "draining";
  if (const Status health = deps.health(); !health.ok()) {
    return "the sandbox cannot run anything: " + health.error().ToString();
  }
  return "";
}

std::string Info(const AdminDeps& deps, const Router& router) {
  const LimitPolicy& limits = deps.limits;
  JsonWriter json;
  json.BeginObject().Key("name").String("assay").Key("version").String(ASSAY_VERSION);
  json.Key("tier").Bytes(deps.tier).Key("approximate_limits").BeginArray();
  for (const std::string_view limit : ApproximateLimits(deps.tier)) json.String(limit);
  json.EndArray();
  const EngineStats stats = deps.sink.stats();
  json.Key("slots").Int(stats.slots).Key("queued_submissions").Int(stats.queued_submissions);
  json.Key("draining").Bool(stats.draining).Key("tls").Bool(deps.tls);
  WriteNodeMembers(DescribeNode(deps), &json);
  json.Key("toolchains").BeginArray();
  for (const Toolchain& toolchain : deps.languages.toolchains()) {
    json.BeginObject().Key("language").String(toolchain.language);
    json.Key("available").Bool(toolchain.available).Key("version").Bytes(toolchain.version);
    json.Key("path").Bytes(toolchain.path).Key("problem").Bytes(toolchain.problem);
    const SelfTestResult self_test = deps.languages.SelfTestOf(toolchain.language);
    json.Key("self_test").String(ToString(self_test.state));
    json.Key("self_test_problem").Bytes(self_test.problem).EndObject();
  }
  json.EndArray().Key("limits").BeginObject();
  json.Key("time_multiplier").Double(limits.time_multiplier);
  json.Key("max_time_limit_s").Double(limits.max_time_limit_s);
  json.Key("default_memory_mb").Int(limits.default_memory_bytes >> 20);
  json.Key("memory_ceiling_mb").Int(limits.memory_ceiling_bytes >> 20);
  json.Key("memory_guard_mb").Int(limits.memory_guard_bytes >> 20);
  json.Key("output_bytes").Int(limits.output_bytes);
  json.Key("max_submissions_per_request").Int(deps.max_submissions_per_request);
  json.EndObject().Key("profiles").BeginArray();
  for (const Profile profile : kProfiles) json.String(ToString(profile));
  json.EndArray();
  WriteCaches(stats, deps.problems, router.received_bytes(), &json);
  json.Key("sandboxes");
  WriteSandboxes(deps.sandboxes, &json);
  return json.EndObject().Take();
}

void SendMetrics(const MetricRegistry& metrics, std::string_view accept,
                 const HttpReplyPtr& reply) {
  const MetricFormat format = MetricFormatFor(accept);
  HttpResponse response;
  response.content_type = std::string(ContentTypeOf(format));
  response.body = metrics.Render(format);
  reply->Send(std::move(response));
}

void Ready(const AdminDeps& deps, const HttpReplyPtr& reply) {
  const std::string problem = WhyNotReady(deps);
  if (problem.empty()) return SendJson(reply, 200, R"({"status":"ready"})");
  SendError(reply, ErrorStyle::kNative, 503, "not_ready", problem);
}

}  // namespace

NodeRow DescribeNode(const AdminDeps& deps) {
  const EngineStats stats = deps.sink.stats();
  NodeRow row;
  row.node = deps.node.name();
  row.instance = deps.node.instance();
  row.version = ASSAY_VERSION;
  row.tier = deps.tier;
  row.reason = WhyNotReady(deps);
  row.ready = row.reason.empty();
  row.draining = stats.draining;
  row.slots = stats.slots;
  row.slots_free = std::max<int64_t>(0, stats.slots - stats.running_tasks);
  row.running = stats.running_tasks;
  row.queued = stats.queued_submissions;
  row.wait_ms = std::chrono::ceil<std::chrono::milliseconds>(stats.estimated_wait).count();
  if (deps.sandboxes != nullptr) {
    row.sandboxes_warm = deps.sandboxes->host().warm();
    row.sandboxes_running = deps.sandboxes->Count(SandboxState::kRunning);
    row.sandboxes_draining = deps.sandboxes->CountDraining();
    row.sandboxes_at_most = deps.sandboxes->policy().max_sandboxes;
  }
  row.memory_free_bytes = MemoryFreeBytes();
  row.uptime_s = ToSeconds(deps.node.uptime());
  return row;
}

void RegisterAdminRoutes(Router& router, const AdminDeps& deps) {
  deps.metrics.AddSource([&deps, &router](MetricPage* page) {
    const EngineStats stats = deps.sink.stats();
    deps.server_numbers(stats, page);
    page->Header("assay_isolation", "The tier that runs have; always 1.", MetricType::kGauge);
    page->Sample("assay_isolation", RenderLabel("tier", deps.tier), int64_t{1});
    WriteCacheMetrics(stats, deps.problems, router.received_bytes(), page);
  });
  router.Add("GET", "/v1/ping", Text("application/json", [] { return "\"pong\""; }));
  router.Add("GET", "/healthz", Text("application/json", [] { return R"({"status":"ok"})"; }));
  router.Add("GET", "/v1/info",
             Text("application/json", [&deps, &router] { return Info(deps, router); }));
  router.Add("GET", "/openapi.json",
             Text("application/json", [&deps] { return std::string(deps.openapi); }));
  router.Add("GET", "/metrics",
             [&deps](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
               SendMetrics(deps.metrics, request->Header("accept"), reply);
             });
  router.Add("GET", "/readyz", [&deps](std::shared_ptr<const HttpRequest>, HttpReplyPtr reply) {
    Ready(deps, reply);
  });
}

}  // namespace assay
