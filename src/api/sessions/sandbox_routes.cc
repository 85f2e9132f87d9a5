#include "api/sessions/sandbox_routes.h"

#include <atomic>
#include <memory>
#include <optional>

#include "api/sessions/exec_routes.h"
#include "api/sessions/file_routes.h"
#include "api/sessions/wire/create_request.h"
#include "api/sessions/wire/field_rules.h"
#include "api/sessions/wire/sandbox_answer.h"
#include "api/sessions/wire/sandbox_list.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;

void Create(const SandboxDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  Sandboxes* const sandboxes = AnySandboxes(deps, reply);
  if (!sandboxes) return;
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  SandboxRequest request =
      ParseCreate(http, document->root(), sandboxes->policy().max_limits, &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  // A client that left before it was told the name can't ever find it, unless by the key.
  auto left = std::make_shared<std::atomic<bool>>(false);
  const bool found_again = !request.idempotency_key.empty();
  reply->OnDisconnect([left] { *left = true; });
  sandboxes->Create(TenantOf(http), std::move(request),
                    [reply, left, found_again](const Result<SandboxPtr>& made) {
                      if (!made.ok()) return SendFault(reply, made.error(), nullptr);
                      if (*left && !found_again) return (*made)->End(SandboxEnd::kDeleted);
                      SendSandbox(reply, 201, (*made)->Info());
                    });
}

void List(const SandboxDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  const Sandboxes* const sandboxes = AnySandboxes(deps, reply);
  if (!sandboxes) return;
  FieldErrors errors;
  const Query query(http.query);
  const SandboxFilter filter = ReadFilter(query, &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  const SandboxPage page = ReadPage(query, sandboxes->List(TenantOf(http), filter), &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  JsonWriter json;
  json.BeginObject().Key("sandboxes").BeginArray();
  for (const SandboxInfo& info : page.sandboxes) WriteSandbox(info, &json);
  json.EndArray().Key("next");
  if (page.next.empty()) {
    json.Null();
  } else {
    json.String(page.next);
  }
  SendJson(reply, 200, json.EndObject().Take());
}

void DeleteMany(const SandboxDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  const Sandboxes* const sandboxes = AnySandboxes(deps, reply);
  if (!sandboxes) return;
  FieldErrors errors;
  SandboxFilter filter = ReadFilter(Query(http.query), &errors);
  if (errors.empty() && filter.labels.empty()) {
    errors.Add(FieldPath{} / "label", "missing",
               "say which: ?label=KEY:VALUE, as often as needed; all of a tenant's at once are "
               "never deleted");
  }
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  filter.only_live = true;
  JsonWriter json;
  json.BeginObject().Key("deleted").BeginArray();
  for (const SandboxPtr& sandbox : sandboxes->List(TenantOf(http), filter)) {
    sandbox->End(SandboxEnd::kDeleted);
    json.String(sandbox->id());
  }
  SendJson(reply, 200, json.EndArray().EndObject().Take());
}

void Images(const SandboxDeps& deps, const HttpRequest&, const HttpReplyPtr& reply) {
  Sandboxes* const sandboxes = AnySandboxes(deps, reply);
  if (!sandboxes) return;
  sandboxes->Images([reply](const Result<std::vector<BoxImage>>& images) {
    if (!images.ok()) return SendFault(reply, images.error(), nullptr);
    JsonWriter json;
    json.BeginObject().Key("images").BeginArray();
    for (const BoxImage& image : *images) {
      json.BeginObject().Key("name").Bytes(image.name).Key("digest");
      image.digest.empty() ? json.Null() : json.Bytes(image.digest);
      json.Key("bytes").Int(image.bytes).Key("created_at").Bytes(image.created).EndObject();
    }
    SendJson(reply, 200, json.EndArray().EndObject().Take());
  });
}

// ---- what is done with one ----

using Handler = void (*)(const HttpRequest&, const SandboxPtr&, const HttpReplyPtr&);

void Get(const HttpRequest&, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  SendSandbox(reply, 200, sandbox->Info());
}

void Delete(const HttpRequest&, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  sandbox->End(SandboxEnd::kDeleted);
  SendSandbox(reply, 200, sandbox->Info());
}

void AnswerStatus(const SandboxPtr& sandbox, const Status& done, const HttpReplyPtr& reply,
                  std::string_view field = "") {
  if (!done.ok()) return SendFault(reply, done.error(), sandbox.get(), field);
  SendSandbox(reply, 200, sandbox->Info());
}

void Pause(const HttpRequest&, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  sandbox->Pause([sandbox, reply](const Status& done) { AnswerStatus(sandbox, done, reply); });
}

void Resume(const HttpRequest&, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  sandbox->Resume([sandbox, reply](const Status& done) { AnswerStatus(sandbox, done, reply); });
}

void Snapshot(const HttpRequest&, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  sandbox->Snapshot([sandbox, reply](const Status& done) { AnswerStatus(sandbox, done, reply); });
}

void Recycle(const HttpRequest&, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  sandbox->Recycle([sandbox, reply](const Status& done) { AnswerStatus(sandbox, done, reply); });
}

void Fork(const HttpRequest& http, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  std::string name;
  if (!http.body.empty()) {
    const auto document = ParseBody(http, reply, kStyle);
    if (!document) return;
    FieldErrors errors;
    FieldReader fields(document->root(), {}, &errors);
    RefuseUnknownFields(document->root(), {}, {"name"}, &errors);
    name = ReadWord(fields, "name");
    if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  }
  sandbox->Fork(std::move(name), [sandbox, reply](const Result<SandboxPtr>& made) {
    if (!made.ok()) return SendFault(reply, made.error(), sandbox.get());
    SendSandbox(reply, 201, (*made)->Info());
  });
}

void Lifetime(const HttpRequest& http, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  FieldReader fields(document->root(), {}, &errors);
  RefuseUnknownFields(document->root(), {}, {"lifetime_s"}, &errors);
  const auto lifetime = ReadSeconds(fields, "lifetime_s");
  if (errors.empty() && !lifetime) fields.Fault("lifetime_s", "missing", "Field required");
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  AnswerStatus(sandbox, sandbox->SetLifetime(*lifetime), reply, "lifetime_s");
}

void Egress(const HttpRequest& http, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  RefuseUnknownFields(document->root(), {}, {"allow", "deny"}, &errors);
  EgressPolicy policy = ReadEgress(document->root(), {}, &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  const std::string_view field = policy.kind == EgressPolicy::Kind::kDeny ? "deny" : "allow";
  sandbox->SetEgress(std::move(policy), [sandbox, reply, field](const Status& done) {
    AnswerStatus(sandbox, done, reply, field);
  });
}

void Usage(const HttpRequest&, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  const auto usage = sandbox->Usage();
  if (!usage.ok()) return SendFault(reply, usage.error(), sandbox.get());
  JsonWriter json;
  json.BeginObject().Key("cpu_time_s").Double(ToSeconds(usage->cpu_time));
  json.Key("memory_bytes").Int(usage->memory_bytes);
  json.Key("memory_peak_bytes").Int(usage->memory_peak_bytes);
  json.Key("processes").Int(usage->processes).Key("oom_kills").Int(usage->oom_kills);
  SendJson(reply, 200, json.EndObject().Take());
}

void Logs(const HttpRequest&, const SandboxPtr& sandbox, const HttpReplyPtr& reply) {
  JsonWriter json;
  json.BeginObject();
  WriteBytes("logs", sandbox->Logs(), &json);
  SendJson(reply, 200, json.EndObject().Take());
}

void AddOne(Router& router, const SandboxDeps& deps, const char* method, const std::string& last,
            Handler handler) {
  router.Add(
      method, "/v1/sandboxes/{id}" + last,
      [&deps, handler](const std::shared_ptr<const HttpRequest>& http,
                       const std::vector<std::string>& parameters, const HttpReplyPtr& reply) {
        const SandboxPtr sandbox = FindSandbox(deps, *http, parameters[0], reply);
        if (sandbox) handler(*http, sandbox, reply);
      });
}

}  // namespace

void RegisterSandboxRoutes(Router& router, const SandboxDeps& deps) {
  const auto add = [&](const char* method, auto handler, const char* path = "/v1/sandboxes") {
    router.Add(
        method, path,
        HttpHandler([&deps, handler](const std::shared_ptr<const HttpRequest>& http,
                                     const HttpReplyPtr& reply) { handler(deps, *http, reply); }));
  };
  add("POST", Create);
  add("GET", List);
  add("DELETE", DeleteMany);
  add("GET", Images, "/v1/images");
  AddOne(router, deps, "GET", "", Get);
  AddOne(router, deps, "DELETE", "", Delete);
  AddOne(router, deps, "POST", "/pause", Pause);
  AddOne(router, deps, "POST", "/resume", Resume);
  AddOne(router, deps, "POST", "/snapshot", Snapshot);
  AddOne(router, deps, "POST", "/recycle", Recycle);
  AddOne(router, deps, "POST", "/fork", Fork);
  AddOne(router, deps, "POST", "/lifetime", Lifetime);
  AddOne(router, deps, "POST", "/egress", Egress);
  AddOne(router, deps, "GET", "/usage", Usage);
  AddOne(router, deps, "GET", "/logs", Logs);
  RegisterExecRoutes(router, deps);
  RegisterFileRoutes(router, deps);
}

}  // namespace assay
