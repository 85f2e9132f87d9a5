#include "api/e2b/control_routes.h"

#include "api/e2b/control.h"
#include "api/e2b/lifetime_routes.h"
#include "api/e2b/wire/answers.h"
#include "api/e2b/wire/create_request.h"
#include "api/e2b/wire/list_query.h"
#include "api/e2b/wire/rfc3339.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

void Create(const E2bDeps& deps, const std::shared_ptr<const HttpRequest>& http,
            const HttpReplyPtr& reply) {
  Sandboxes* const sandboxes = AnySandboxes(deps, reply);
  if (sandboxes == nullptr) return;
  const auto body = E2bBody(*http, reply);
  if (!body) return;
  FieldErrors errors;
  SandboxRequest request = ParseE2bCreate(*http, body->root(), sandboxes->policy(), &errors);
  if (RefuseFaults(errors, reply)) return;
  const std::string name = request.box.image;
  sandboxes->Create(TenantOf(*http), std::move(request),
                    [deps, name, reply](const Result<SandboxPtr>& made) {
                      if (made.ok()) return SendE2bSandbox(reply, 201, deps, **made);
                      if (made.error().sys_errno == ENOENT) {
                        return SendE2bError(reply, 404,
                                            "template '" + name +
                                                "' was not found: `assay image "
                                                "list` names those there are");
                      }
                      SendE2bError(reply, made.error(), nullptr);
                    });
}

// All that `templateID` may be. What a template isn't asked for here, like its owner, is left out.
void SendTemplates(const HttpReplyPtr& reply, const LiveLimits& limits,
                   std::vector<BoxImage> images) {
  const std::string since = Rfc3339(std::chrono::system_clock::time_point());
  images.insert(images.begin(), {{std::string(kBaseTemplate), "", since, 0},
                                 {std::string(kInterpreterTemplate), "", since, 0}});
  JsonWriter json;
  json.BeginArray();
  for (const BoxImage& image : images) {
    json.BeginObject().Key("templateID").Bytes(image.name);
    json.Key("buildID").Bytes(image.digest.empty() ? image.name : image.digest);
    json.Key("aliases").BeginArray().Bytes(image.name).EndArray();
    json.Key("names").BeginArray().Bytes(image.name).EndArray();
    json.Key("cpuCount").Int(std::max<int64_t>(1, static_cast<int64_t>(limits.cpus + 0.5)));
    json.Key("memoryMB").Int(limits.memory_bytes >> 20);
    json.Key("diskSizeMB").Int(limits.disk_bytes >> 20);
    json.Key("public").Bool(false).Key("createdBy").Null();
    json.Key("createdAt").Bytes(image.created).Key("updatedAt").Bytes(image.created);
    json.Key("lastSpawnedAt").Null().Key("spawnCount").Int(0).Key("buildCount").Int(1);
    json.Key("buildStatus").String("ready").Key("envdVersion").String(kEnvdVersion).EndObject();
  }
  SendJson(reply, 200, json.EndArray().Take());
}

void Templates(const E2bDeps& deps, const HttpReplyPtr& reply) {
  Sandboxes* const sandboxes = AnySandboxes(deps, reply);
  if (sandboxes == nullptr) return;
  const LiveLimits limits = UsualLimits(sandboxes->policy().max_limits);
  sandboxes->Images([reply, limits](const Result<std::vector<BoxImage>>& images) {
    if (!images.ok()) return SendE2bError(reply, images.error(), nullptr);
    SendTemplates(reply, limits, *images);
  });
}

// `states`: whether the query may choose; the older route lists running ones only.
void List(const E2bDeps& deps, bool states, const std::shared_ptr<const HttpRequest>& http,
          const HttpReplyPtr& reply) {
  Sandboxes* const sandboxes = AnySandboxes(deps, reply);
  if (sandboxes == nullptr) return;
  auto query = ParseE2bListQuery(http->query);
  if (!query.ok()) return SendE2bError(reply, query.error(), nullptr);
  if (!states) {
    query->paused = false;
    query->limit = SIZE_MAX;
  }
  std::vector<SandboxInfo> all;
  SandboxFilter filter;
  filter.only_live = true;
  for (const SandboxPtr& sandbox : sandboxes->List(TenantOf(*http), filter)) {
    all.push_back(sandbox->Info());
  }
  const E2bPage page = PageOf(std::move(all), *query);
  JsonWriter json;
  json.BeginArray();
  for (const SandboxInfo& info : page.sandboxes) WriteE2bInfo(info, "", &json);
  HttpResponse response;
  response.body = json.EndArray().Take();
  if (!page.next.empty()) response.headers = {{"x-next-token", page.next}};
  reply->Send(std::move(response));
}

void Describe(const E2bDeps& deps, const SandboxPtr& sandbox,
              const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
  const SandboxInfo info = sandbox->Info();
  std::string token;
  if (deps.book != nullptr) {
    auto shared = deps.book->TokenOf(info);
    if (!shared.ok()) return SendE2bError(reply, shared.error(), nullptr);
    token = std::move(*shared);
  }
  JsonWriter json;
  WriteE2bInfo(info, token, &json);
  SendJson(reply, 200, json.Take());
}

void Delete(const E2bDeps& deps, const SandboxPtr& sandbox,
            const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
  sandbox->End(SandboxEnd::kDeleted);
  if (deps.book != nullptr) deps.book->Forget(sandbox->id());
  SendNoContent(reply);
}

// One sample, of now. Of the processor's use it is the mean since the sandbox began.
void Measure(const E2bDeps&, const SandboxPtr& sandbox, const std::shared_ptr<const HttpRequest>&,
             const HttpReplyPtr& reply) {
  const auto usage = sandbox->Usage();
  if (!usage.ok()) return SendE2bError(reply, usage.error(), sandbox.get());
  const SandboxInfo info = sandbox->Info();
  const LiveLimits& limits = info.request.box.limits;
  const WallTime now = std::chrono::system_clock::now();
  const double age = std::max(1e-3, std::chrono::duration<double>(now - info.created).count());
  JsonWriter json;
  json.BeginArray().BeginObject();
  json.Key("timestamp").String(Rfc3339(now));
  json.Key("timestampUnix").Int(std::chrono::system_clock::to_time_t(now));
  json.Key("cpuCount").Int(std::max<int64_t>(1, static_cast<int64_t>(limits.cpus + 0.5)));
  json.Key("cpuUsedPct").Double(100 * ToSeconds(usage->cpu_time) / age);
  json.Key("memUsed").Int(usage->memory_bytes).Key("memTotal").Int(limits.memory_bytes);
  // Files of a sandbox are memory of it, and counted there.
  json.Key("memCache").Int(0).Key("diskUsed").Int(0).Key("diskTotal").Int(limits.disk_bytes);
  SendJson(reply, 200, json.EndObject().EndArray().Take());
}

// What its start command wrote. The two shapes differ in what they call a line.
void Logs(bool older, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  const std::string time = Rfc3339(sandbox->Info().created);
  const std::string text = sandbox->Logs();
  JsonWriter lines;
  JsonWriter entries;
  lines.BeginArray();
  entries.BeginArray();
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    lines.BeginObject().Key("timestamp").String(time).Key("line").Bytes(line).EndObject();
    entries.BeginObject().Key("timestamp").String(time).Key("message").Bytes(line);
    entries.Key("level").String("info").Key("fields").BeginObject().EndObject().EndObject();
    at = end + 1;
  }
  lines.EndArray();
  entries.EndArray();
  JsonWriter json;
  json.BeginObject().Key("logs").Raw(older ? lines.text() : entries.text());
  if (older) json.Key("logEntries").Raw(entries.text());
  SendJson(reply, 200, json.EndObject().Take());
}

void SetNetwork(const E2bDeps& deps, const SandboxPtr& sandbox,
                const std::shared_ptr<const HttpRequest>& http, const HttpReplyPtr& reply) {
  const auto body = E2bBody(*http, reply);
  if (!body) return;
  FieldErrors errors;
  FieldReader fields(body->root(), {}, &errors);
  const bool internet =
      fields.Bool("allow_internet_access", Presence::kOptionalOrNull).value_or(true);
  EgressPolicy egress =
      ReadE2bNetwork(body->root(), {}, internet, deps.sandboxes->policy(), &errors);
  if (RefuseFaults(errors, reply)) return;
  sandbox->SetEgress(std::move(egress), [sandbox, reply](const Status& set) {
    if (!set.ok()) return SendE2bError(reply, set.error(), sandbox.get());
    SendNoContent(reply);
  });
}

}  // namespace

void RegisterE2bControlRoutes(Router& router, const E2bDeps& deps) {
  for (const char* path : {"/sandboxes", "/v2/sandboxes"}) {
    router.Add("POST", path,
               [deps](const auto& http, const HttpReplyPtr& reply) { Create(deps, http, reply); });
    const bool states = std::string_view(path) == "/v2/sandboxes";
    router.Add("GET", path, [deps, states](const auto& http, const HttpReplyPtr& reply) {
      List(deps, states, http, reply);
    });
  }
  router.Add("GET", "/templates",
             [deps](const auto&, const HttpReplyPtr& reply) { Templates(deps, reply); });
  AddForOne(router, deps, "GET", "/sandboxes/{sandboxID}", Describe);
  AddForOne(router, deps, "DELETE", "/sandboxes/{sandboxID}", Delete);
  AddForOne(router, deps, "GET", "/sandboxes/{sandboxID}/metrics", Measure);
  AddForOne(router, deps, "PUT", "/sandboxes/{sandboxID}/network", SetNetwork);
  for (const char* path : {"/sandboxes/{sandboxID}/logs", "/v2/sandboxes/{sandboxID}/logs"}) {
    const bool older = std::string_view(path).substr(0, 3) != "/v2";
    AddForOne(router, deps, "GET", path,
              [older](const E2bDeps&, const SandboxPtr& sandbox, const auto&,
                      const HttpReplyPtr& reply) { Logs(older, sandbox, reply); });
  }
  RegisterE2bLifetimeRoutes(router, deps);
}

}  // namespace assay
