// In this order: making, reading, ending, access, egress, images, and the table of routes.
#include "api/prime/control_routes.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <string>
#include <utility>

#include "api/prime/answers.h"
#include "api/prime/image_ref.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/responses.h"
#include "images/image_name.h"
#include "net/form/query.h"
#include "sessions/request_check.h"
#include "text/field_reader.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr size_t kMaxBatch = 100;
constexpr int64_t kMaxPage = 1000;

using RequestPtr = std::shared_ptr<const HttpRequest>;

void SendCreated(const HttpReplyPtr& reply, const PrimeDesk& desk, const HttpRequest& http,
                 const PrimeSandbox& sandbox) {
  JsonWriter json;
  json.BeginObject();
  WritePrimeSandbox(sandbox, &json);
  if (sandbox.sandbox != nullptr) {
    const auto auth = desk.Authorize(http, sandbox.info);
    if (!auth.ok()) return SendPrimeFailure(reply, auth.error());
    json.Key("gatewayAuth");
    WritePrimeAuth(*auth, &json);
  }
  SendJson(reply, 200, json.EndObject().Take());
}

// Does `work` with the names of all images, later and on another thread, or answers that it can't.
void WithImageNames(const PrimeDesk& desk, const HttpReplyPtr& reply,
                    std::function<void(std::vector<std::string> names)> work) {
  desk.sandboxes().Images(
      [reply, work = std::move(work)](const Result<std::vector<BoxImage>>& images) {
        if (!images.ok()) return SendPrimeFailure(reply, images.error());
        std::vector<std::string> names;
        for (const BoxImage& image : *images) names.push_back(image.name);
        work(std::move(names));
      });
}

void CreateOf(const PrimeDeskPtr& desk, const RequestPtr& http, PrimeCreate create,
              const std::vector<std::string>& images, const HttpReplyPtr& reply) {
  const std::string tenant = TenantOf(*http);
  const std::string& wanted = create.facts.docker_image;
  const auto image = ResolveImage(wanted, images);
  if (!image) {
    const std::string message =
        "this server has no image '" + wanted +
        "': whoever runs it adds it with `assay image add`; python:3 stands for its own toolchains";
    const auto failed = desk->NoteFailed(tenant, std::move(create), message);
    if (!failed.ok()) return SendPrimeFailure(reply, failed.error());
    return SendCreated(reply, *desk, *http, *failed);
  }
  create.request.box.image = *image;
  desk->sandboxes().Create(
      tenant, std::move(create.request),
      [desk, http, reply, facts = std::move(create.facts)](const Result<SandboxPtr>& made) {
        if (!made.ok()) return SendPrimeFailure(reply, made.error());
        SendCreated(reply, *desk, *http, desk->Note(*made, facts));
      });
}

void Create(const PrimeDeskPtr& desk, const RequestPtr& http, const HttpReplyPtr& reply) {
  const auto body = ParseBody(*http, reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  auto create = ParsePrimeCreate(body->root(), desk->sandboxes().policy(), &errors);
  if (!create) return SendInvalid(reply, kStyle, errors);
  // First, because what fails below is kept, too.
  if (const Status fine = CheckSandboxRequest(create->request, desk->sandboxes().policy());
      !fine.ok()) {
    return SendPrimeFailure(reply, fine.error());
  }
  WithImageNames(*desk, reply,
                 [desk, http, reply,
                  create = *std::move(create)](const std::vector<std::string>& names) mutable {
                   CreateOf(desk, http, std::move(create), names, reply);
                 });
}

void Get(const PrimeDesk& desk, const HttpRequest& http, const std::string& id,
         const HttpReplyPtr& reply) {
  const auto found = desk.Find(http, id);
  if (!found) return SendPrimeUnknown(reply, id);
  SendJson(reply, 200, PrimeSandboxJson(*found));
}

bool HasLabels(const PrimeSandbox& sandbox, const std::vector<std::string>& wanted) {
  const auto& labels = sandbox.facts.labels;
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
  });
}

// A number of the query; nullopt: it isn't one from 1 to `most`.
std::optional<int64_t> CountOf(const Query& query, std::string_view name, int64_t otherwise,
                               int64_t most) {
  const auto text = query.Find(name);
  if (!text) return otherwise;
  int64_t count = 0;
  const auto [end, failed] = std::from_chars(text->data(), text->data() + text->size(), count);
  if (failed != std::errc() || end != text->data() + text->size()) return std::nullopt;
  if (count < 1 || count > most) return std::nullopt;
  return count;
}

void List(const PrimeDesk& desk, const HttpRequest& http, const HttpReplyPtr& reply) {
  const Query query(http.query);
  const auto page = CountOf(query, "page", 1, 1'000'000);
  const auto per_page = CountOf(query, "per_page", 50, kMaxPage);
  if (!page || !per_page) {
    return SendPrimeError(reply, 422, "page, per_page: numbers from 1, per_page to 1000");
  }
  const std::string active = query.Get("is_active");
  std::vector<std::string> labels;
  for (const auto& [name, value] : query.pairs()) {
    if (name == "labels") labels.push_back(value);
  }
  std::vector<PrimeSandbox> all = desk.List(http, active == "true" || active == "1");
  const auto status = query.Find("status");
  std::erase_if(all, [&](const PrimeSandbox& one) {
    return !HasLabels(one, labels) || (status && PrimeStateOf(one.info).status != *status);
  });
  const auto total = static_cast<int64_t>(all.size());
  const int64_t begin = std::min(total, (*page - 1) * *per_page);
  const int64_t end = std::min(total, begin + *per_page);
  JsonWriter json;
  json.BeginObject().Key("sandboxes").BeginArray();
  for (int64_t i = begin; i < end; ++i) {
    json.BeginObject();
    WritePrimeSandbox(all[static_cast<size_t>(i)], &json);
    json.EndObject();
  }
  json.EndArray().Key("total").Int(total).Key("page").Int(*page).Key("perPage").Int(*per_page);
  SendJson(reply, 200, json.Key("hasNext").Bool(end < total).EndObject().Take());
}

// The ids of a batch. Answers and returns nullopt when they are none, or too many.
std::optional<std::vector<std::string>> TakeIds(const HttpRequest& http,
                                                const HttpReplyPtr& reply) {
  const auto body = ParseBody(http, reply, kStyle);
  if (!body) return std::nullopt;
  FieldErrors errors;
  FieldReader reader(body->root(), {}, &errors);
  auto ids = reader.Strings("sandbox_ids", Presence::kRequired);
  if (errors.empty() && (ids.empty() || ids.size() > kMaxBatch)) {
    reader.Fault("sandbox_ids", "too_long", "must have 1 to 100 entries");
  }
  if (errors.empty()) return ids;
  SendInvalid(reply, kStyle, errors);
  return std::nullopt;
}

void BatchStatus(const PrimeDesk& desk, const HttpRequest& http, const HttpReplyPtr& reply) {
  const auto ids = TakeIds(http, reply);
  if (!ids) return;
  JsonWriter statuses;
  JsonWriter errors;
  statuses.BeginArray();
  errors.BeginArray();
  for (const std::string& id : *ids) {
    const auto found = desk.Find(http, id);
    if (!found) {
      errors.BeginObject().Key("sandbox_id").Bytes(id).Key("code").String("NOT_FOUND");
      errors.Key("message").String("there is no such sandbox").EndObject();
      continue;
    }
    const PrimeState state = PrimeStateOf(found->info);
    statuses.BeginObject().Key("sandbox_id").Bytes(id).Key("status").String(state.status);
    if (!state.error_type.empty()) {
      statuses.Key("error_type").String(state.error_type);
      statuses.Key("error_message").Bytes(state.message);
    }
    statuses.EndObject();
  }
  JsonWriter json;
  json.BeginObject().Key("statuses").Raw(statuses.EndArray().text());
  SendJson(reply, 200, json.Key("errors").Raw(errors.EndArray().text()).EndObject().Take());
}

void End(const PrimeSandbox& sandbox) {
  if (sandbox.sandbox != nullptr) sandbox.sandbox->End(SandboxEnd::kDeleted);
}

void Delete(const PrimeDesk& desk, const HttpRequest& http, const std::string& id,
            const HttpReplyPtr& reply) {
  const auto found = desk.Find(http, id);
  if (!found) return SendPrimeUnknown(reply, id);
  End(*found);
  Get(desk, http, id, reply);
}

void BulkDelete(const PrimeDesk& desk, const HttpRequest& http, const HttpReplyPtr& reply) {
  const auto body = ParseBody(http, reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  FieldReader reader(body->root(), {}, &errors);
  const auto ids = reader.Strings("sandbox_ids", Presence::kOptionalOrNull);
  const auto labels = reader.Strings("labels", Presence::kOptionalOrNull);
  if (errors.empty() && ids.empty() == labels.empty()) {
    reader.Fault("sandbox_ids", "missing", "give sandbox_ids or labels");
  }
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  std::vector<std::string> ended;
  std::vector<std::string> unknown;
  for (const std::string& id : ids) {
    const auto found = desk.Find(http, id);
    if (found) End(*found);
    (found ? ended : unknown).push_back(id);
  }
  if (!labels.empty()) {
    for (const PrimeSandbox& one : desk.List(http, true)) {
      if (!HasLabels(one, labels)) continue;
      End(one);
      ended.push_back(one.info.id);
    }
  }
  JsonWriter json;
  json.BeginObject().Key("succeeded").BeginArray();
  for (const std::string& id : ended) json.Bytes(id);
  json.EndArray().Key("failed").BeginArray();
  for (const std::string& id : unknown) {
    json.BeginObject().Key("sandbox_id").Bytes(id).Key("error").String("there is no such sandbox");
    json.EndObject();
  }
  json.EndArray().Key("message").String(std::to_string(ended.size()) + " deleted, " +
                                        std::to_string(unknown.size()) + " not found");
  SendJson(reply, 200, json.EndObject().Take());
}

void Authorize(const PrimeDesk& desk, const HttpRequest& http, const std::string& id,
               const HttpReplyPtr& reply) {
  const auto found = desk.Find(http, id);
  if (!found) return SendPrimeUnknown(reply, id);
  const auto auth = desk.Authorize(http, found->info);
  if (!auth.ok()) return SendPrimeFailure(reply, auth.error());
  JsonWriter json;
  WritePrimeAuth(*auth, &json);
  SendJson(reply, 200, json.Take());
}

void ErrorContext(const PrimeDesk& desk, const HttpRequest& http, const std::string& id,
                  const HttpReplyPtr& reply) {
  const auto found = desk.Find(http, id);
  if (!found) return SendPrimeUnknown(reply, id);
  const PrimeState state = PrimeStateOf(found->info);
  JsonWriter json;
  json.BeginObject().Key("status").String(state.status);
  if (state.error_type.empty()) {
    json.Key("errorType").Null().Key("errorMessage").Null();
  } else {
    json.Key("errorType").String(state.error_type).Key("errorMessage").Bytes(state.message);
  }
  SendJson(reply, 200, json.EndObject().Take());
}

void Logs(const PrimeDesk& desk, const HttpRequest& http, const std::string& id,
          const HttpReplyPtr& reply) {
  const auto found = desk.Find(http, id);
  if (!found) return SendPrimeUnknown(reply, id);
  JsonWriter json;
  json.BeginObject().Key("logs");
  json.Bytes(found->sandbox == nullptr ? found->info.message : found->sandbox->Logs());
  SendJson(reply, 200, json.EndObject().Take());
}

void SendEgress(const PrimeSandbox& sandbox, const HttpReplyPtr& reply) {
  const EgressPolicy& policy = sandbox.info.request.egress;
  const bool denies = policy.kind == EgressPolicy::Kind::kDeny;
  JsonWriter json;
  json.BeginObject().Key("policy").BeginObject().Key(denies ? "denylist" : "allowlist");
  json.BeginArray();
  for (const std::string& host : policy.hosts) json.Bytes(host);
  json.EndArray().Key(denies ? "allowlist" : "denylist").Null().EndObject();
  json.Key("generation").Int(sandbox.facts.generation);
  // A policy is in force when it is answered.
  json.Key("applied_generation").Int(sandbox.facts.generation).Key("applied").Bool(true);
  SendJson(reply, 200, json.EndObject().Take());
}

void GetEgress(const PrimeDesk& desk, const HttpRequest& http, const std::string& id,
               const HttpReplyPtr& reply) {
  const auto found = desk.Find(http, id);
  if (!found) return SendPrimeUnknown(reply, id);
  SendEgress(*found, reply);
}

void PutEgress(const PrimeDeskPtr& desk, const RequestPtr& http, const std::string& id,
               const HttpReplyPtr& reply) {
  const auto found = desk->Find(*http, id);
  if (!found || found->sandbox == nullptr) return SendPrimeUnknown(reply, id);
  const auto body = ParseBody(*http, reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  FieldReader reader(body->root(), {}, &errors);
  const auto policy = ParsePrimeEgress(reader, "allowlist", "denylist");
  if (!policy && errors.empty()) {
    reader.Fault("allowlist", "missing", "give allowlist or denylist");
  }
  if (!policy) return SendInvalid(reply, kStyle, errors);
  found->sandbox->SetEgress(*policy, [desk, http, id, reply](const Status& set) {
    if (!set.ok()) return SendPrimeFailure(reply, set.error());
    desk->NoteEgress(id);
    GetEgress(*desk, *http, id, reply);
  });
}

void SendImages(const HttpReplyPtr& reply, std::vector<std::string> names, WallTime since,
                const std::string& search) {
  names.insert(names.begin(), "python:3");
  std::erase_if(names, [&](const std::string& name) { return name.find(search) == name.npos; });
  JsonWriter json;
  json.BeginObject().Key("data").BeginArray();
  for (const std::string& name : names) {
    const ImageName split = SplitImageName(name);
    json.BeginObject().Key("id").Bytes(name).Key("artifactType").String("VM_SANDBOX");
    json.Key("imageName").Bytes(split.name).Key("imageTag").Bytes(split.tag);
    json.Key("status").String("COMPLETED").Key("fullImagePath").Bytes(name);
    json.Key("displayRef").Bytes(name).Key("visibility").String("PUBLIC");
    json.Key("ownerType").String("platform").Key("createdAt").String(PrimeTime(since)).EndObject();
  }
  json.EndArray().Key("totalCount").Int(static_cast<int64_t>(names.size()));
  json.Key("offset").Int(0).Key("limit").Int(std::max<int64_t>(1, int64_t(names.size())));
  SendJson(reply, 200, json.EndObject().Take());
}

void Images(const PrimeDesk& desk, WallTime since, const HttpRequest& http,
            const HttpReplyPtr& reply) {
  WithImageNames(
      desk, reply,
      [reply, since, search = Query(http.query).Get("search")](std::vector<std::string> names) {
        SendImages(reply, std::move(names), since, search);
      });
}

// Adds routes that have the desk, or say that there is none.
class Table {
 public:
  using Plain = std::function<void(const PrimeDeskPtr&, const RequestPtr&, const HttpReplyPtr&)>;
  using OfOne = std::function<void(PrimeDesk&, const HttpRequest&, const std::string& id,
                                   const HttpReplyPtr&)>;
  using Kept = std::function<void(const PrimeDeskPtr&, const RequestPtr&, const std::string& id,
                                  const HttpReplyPtr&)>;

  Table(Router& router, PrimeDeskPtr desk) : router_(router), desk_(std::move(desk)) {}

  void Add(const char* method, const char* path, Plain handler) {
    router_.Add(method, path,
                [desk = desk_, handler = std::move(handler)](RequestPtr http, HttpReplyPtr reply) {
                  if (desk == nullptr) return SendNoSandboxes(reply);
                  handler(desk, http, reply);
                });
  }
  void AddOne(const char* method, const char* path, OfOne handler) {
    AddKept(method, path,
            [handler = std::move(handler)](const PrimeDeskPtr& desk, const RequestPtr& http,
                                           const std::string& id, const HttpReplyPtr& reply) {
              handler(*desk, *http, id, reply);
            });
  }
  // Of one that answers later.
  void AddKept(const char* method, const char* path, Kept handler) {
    router_.Add(
        method, path,
        [desk = desk_, handler = std::move(handler)](
            RequestPtr http, const std::vector<std::string>& parameters, HttpReplyPtr reply) {
          if (desk == nullptr) return SendNoSandboxes(reply);
          handler(desk, http, parameters[0], reply);
        });
  }

 private:
  Router& router_;
  const PrimeDeskPtr desk_;
};

}  // namespace

void RegisterPrimeControlRoutes(Router& router, const PrimeDeskPtr& desk) {
  Table table(router, desk);
  table.Add("POST", "/api/v1/sandbox", Create);
  table.Add("GET", "/api/v1/sandbox",
            [](const auto& of, const auto& http, const auto& reply) { List(*of, *http, reply); });
  table.Add("DELETE", "/api/v1/sandbox", [](const auto& of, const auto& http, const auto& reply) {
    BulkDelete(*of, *http, reply);
  });
  table.Add(
      "POST", "/api/v1/sandbox/status:batchGet",
      [](const auto& of, const auto& http, const auto& reply) { BatchStatus(*of, *http, reply); });
  const WallTime since = std::chrono::system_clock::now();
  table.Add("GET", "/api/v1/images", [since](const auto& of, const auto& http, const auto& reply) {
    Images(*of, since, *http, reply);
  });
  table.AddOne("GET", "/api/v1/sandbox/{id}", Get);
  table.AddOne("DELETE", "/api/v1/sandbox/{id}", Delete);
  table.AddOne("POST", "/api/v1/sandbox/{id}/auth", Authorize);
  table.AddOne("GET", "/api/v1/sandbox/{id}/error-context", ErrorContext);
  table.AddOne("GET", "/api/v1/sandbox/{id}/logs", Logs);
  table.AddOne("GET", "/api/v1/sandbox/{id}/egress-policy", GetEgress);
  table.AddKept("PUT", "/api/v1/sandbox/{id}/egress-policy", PutEgress);
}

}  // namespace assay
