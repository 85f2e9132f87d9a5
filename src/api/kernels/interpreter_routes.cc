#include "api/kernels/interpreter_routes.h"

#include <memory>
#include <utility>

#include "api/kernels/cell_output.h"
#include "api/shared/caller_tenant.h"
#include "base/text.h"
#include "text/json_member.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr const char* kDefaultContext = "default";
constexpr const char* kHome = kLiveHome;
// Their server ends no cell by itself: the client hangs up, which interrupts it.
constexpr Nanoseconds kCellTime = std::chrono::hours(24);

using Request = std::shared_ptr<const HttpRequest>;

// Fields of a result that have a name of their own.
constexpr std::pair<std::string_view, std::string_view> kNamedTypes[] = {
    {"text/plain", "text"},        {"text/html", "html"},
    {"text/markdown", "markdown"}, {"image/svg+xml", "svg"},
    {"image/png", "png"},          {"image/jpeg", "jpeg"},
    {"application/pdf", "pdf"},    {"text/latex", "latex"},
    {"application/json", "json"},  {"application/javascript", "javascript"},
};

struct Place {
  Kernels* kernels = nullptr;
  SandboxPtr sandbox;
  std::string tenant;

  KernelName Context(std::string name) const {
    return {tenant, "context:" + sandbox->id(), std::move(name)};
  }
};

// Of "49999-ID.example.org", as their clients reach a sandbox without the header; empty: the host's
// name is none of those.
std::string SandboxOfHost(std::string_view host) {
  for (const std::string_view port : {"49999-", "49983-"}) {
    const size_t dot = host.find('.');
    if (!StartsWith(host, port) || dot == host.npos) continue;
    return std::string(host.substr(port.size(), dot - port.size()));
  }
  return {};
}

// Answers and returns nullopt when there is no such sandbox for this caller.
std::optional<Place> FindPlace(const KernelDeps& deps, const HttpRequest& http,
                               const HttpReplyPtr& reply) {
  Kernels* const kernels = AnyKernels(deps, kStyle, reply);
  if (kernels == nullptr) return std::nullopt;
  std::string id(http.Header("e2b-sandbox-id"));
  if (id.empty()) id = SandboxOfHost(http.Header("host"));
  const bool bound = http.caller != nullptr && !http.caller->sandbox.empty();
  if (id.empty() && bound) id = http.caller->sandbox;
  if (id.empty()) {
    SendError(reply, kStyle, 400, "invalid", "the header E2b-Sandbox-Id names the sandbox");
    return std::nullopt;
  }
  Place place{kernels, nullptr, TenantOf(http)};
  if (!bound || http.caller->sandbox == id) {
    place.sandbox = kernels->sandboxes().Find(place.tenant, id);
  }
  if (place.sandbox != nullptr && place.sandbox->Info().state != SandboxState::kEnded) return place;
  // Their gateway's words for a sandbox that isn't there, which their clients know.
  SendError(reply, kStyle, 502, "unknown_sandbox", "The sandbox was not found");
  return std::nullopt;
}

bool IsPython(const std::string& language) {
  return language.empty() || language == kKernelLanguage || language == kKernelSpec;
}

void SendLanguage(const HttpReplyPtr& reply, const std::string& language) {
  SendError(reply, kStyle, 400, "invalid",
            "contexts are Python here: \"" + language + "\" is not served");
}

void WriteContext(const Kernel& kernel, JsonWriter* json) {
  json->BeginObject().Key("id").String(kernel.id()).Key("language").String(kKernelLanguage);
  json->Key("cwd").Bytes(kernel.directory().empty() ? kHome : kernel.directory()).EndObject();
}

KernelPtr FindContext(const Place& place, const std::string& id) {
  KernelPtr kernel = place.kernels->Find(place.tenant, id);
  if (kernel == nullptr || kernel->sandbox() != place.sandbox) return nullptr;
  return kernel;
}

void SendNoContext(const HttpReplyPtr& reply, const std::string& id) {
  SendError(reply, kStyle, 404, "unknown_context", "Context " + id + " not found");
}

class Stream final : public CellListener {
 public:
  explicit Stream(HttpReplyPtr reply) : reply_(std::move(reply)) {
    HttpResponse head;
    head.content_type = "application/x-ndjson";
    head.headers = {{"cache-control", "no-store"}, {"x-accel-buffering", "no"}};
    reply_->Begin(std::move(head));
  }

  void OnEvent(const CellEvent& event) override {
    JsonWriter json;
    json.BeginObject().Key("type");
    switch (event.kind) {
      case CellEvent::Kind::kStdout:
      case CellEvent::Kind::kStderr:
        json.String(event.kind == CellEvent::Kind::kStdout ? "stdout" : "stderr");
        json.Key("text").String(event.text);
        json.Key("timestamp").Int(std::chrono::nanoseconds(event.when.time_since_epoch()).count());
        break;
      case CellEvent::Kind::kResult:
      case CellEvent::Kind::kDisplay:
        json.String("result").Key("is_main_result").Bool(event.kind == CellEvent::Kind::kResult);
        WriteData(event.data, &json);
        break;
      case CellEvent::Kind::kError:
        WriteError(event.name, event.value, event.traceback, &json.String("error"));
        break;
    }
    Line(&json);
  }

  void OnEnd(const Result<CellEnd>& end) override {
    if (!end.ok()) {
      Failed("SandboxError", end.error().message);
    } else if (end->status == CellStatus::kDied) {
      Failed("KernelDied", end->message);
    } else {
      JsonWriter count;
      count.BeginObject().Key("type").String("number_of_executions");
      Line(&count.Key("execution_count").Int(end->count));
      JsonWriter last;
      Line(&last.BeginObject().Key("type").String("end_of_execution"));
    }
    reply_->End();
  }

 private:
  static void WriteError(std::string_view name, std::string_view value, std::string_view traceback,
                         JsonWriter* json) {
    json->Key("name").Bytes(name).Key("value").Bytes(value).Key("traceback").Bytes(traceback);
  }
  static void WriteData(const std::string& data, JsonWriter* json) {
    JsonError error;
    const auto document = JsonDocument::Parse(data, &error);
    if (!document) return;
    JsonWriter extra;
    bool any = false;
    for (const auto& [type, field] : kNamedTypes) {
      if (const JsonValue value = document->root().Find(type)) json->Key(field).Raw(value.raw());
    }
    extra.BeginObject();
    for (const auto& [type, value] : document->root().Members()) {
      bool named = false;
      for (const auto& known : kNamedTypes) named |= known.first == type;
      if (named) continue;
      extra.Key(type).Raw(value.raw());
      any = true;
    }
    if (any) json->Key("extra").Raw(extra.EndObject().text());
  }
  void Failed(std::string_view name, std::string_view message) {
    JsonWriter error;
    error.BeginObject().Key("type").String("error");
    WriteError(name, message, message, &error);
    Line(&error);
    JsonWriter last;
    Line(&last.BeginObject().Key("type").String("unexpected_end_of_execution"));
  }
  void Line(JsonWriter* json) { reply_->Write(json->EndObject().Take() + "\n"); }

  const HttpReplyPtr reply_;
};

void RunStreamed(const KernelPtr& kernel, CellRequest cell, const HttpReplyPtr& reply) {
  const auto stream = std::make_shared<Stream>(reply);
  const Status taken = kernel->Run(std::move(cell), stream);
  if (!taken.ok()) return stream->OnEnd(taken.error());
  AbandonWithClient(kernel, stream, reply);
}

void CreateContext(const KernelDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  const auto place = FindPlace(deps, *http, reply);
  if (!place) return;
  const auto body = ParseBody(*http, reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  FieldReader reader(body->root(), {}, &errors);
  const auto language = reader.String("language", Presence::kOptionalOrNull).value_or("");
  const auto directory = reader.String("cwd", Presence::kOptionalOrNull).value_or("");
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  if (!IsPython(language)) return SendLanguage(reply, language);
  place->kernels->OpenIn(place->Context(""), place->sandbox, directory,
                         [reply](Result<KernelPtr> kernel, bool) {
                           if (!kernel.ok()) return SendKernelError(reply, kStyle, kernel.error());
                           JsonWriter json;
                           WriteContext(**kernel, &json);
                           SendJson(reply, 200, json.Take());
                         });
}

void ListContexts(const KernelDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  const auto place = FindPlace(deps, *http, reply);
  if (!place) return;
  JsonWriter json;
  json.BeginArray();
  for (const auto& entry : place->kernels->List(place->tenant, place->Context("").kind)) {
    WriteContext(*entry.kernel, &json);
  }
  SendJson(reply, 200, json.EndArray().Take());
}

void RestartContext(const KernelDeps& deps, const Request& http, const std::string& id,
                    const HttpReplyPtr& reply) {
  const auto place = FindPlace(deps, *http, reply);
  if (!place) return;
  const KernelPtr kernel = FindContext(*place, id);
  if (kernel == nullptr) return SendNoContext(reply, id);
  kernel->Restart([reply](const Status& status) {
    if (!status.ok()) return SendKernelError(reply, kStyle, status.error());
    SendJson(reply, 200, "{}");
  });
}

void DeleteContext(const KernelDeps& deps, const Request& http, const std::string& id,
                   const HttpReplyPtr& reply) {
  const auto place = FindPlace(deps, *http, reply);
  if (!place) return;
  if (FindContext(*place, id) == nullptr || !place->kernels->Close(place->tenant, id)) {
    return SendNoContext(reply, id);
  }
  SendJson(reply, 200, "{}");
}

}  // namespace

void ExecuteInContext(const KernelDeps& deps, const HttpRequest& http, JsonValue body,
                      const HttpReplyPtr& reply) {
  const auto place = FindPlace(deps, http, reply);
  if (!place) return;
  FieldErrors errors;
  FieldReader reader(body, {}, &errors);
  constexpr auto kOptional = Presence::kOptionalOrNull;
  auto cell = std::make_shared<CellRequest>();
  cell->code = reader.Text("code", Presence::kRequired).value_or("");
  cell->timeout = kCellTime;
  const auto context = reader.String("context_id", kOptional);
  const auto language = reader.String("language", kOptional);
  if (const JsonValue env = reader.Object("env_vars", kOptional)) {
    for (const auto& [name, value] : env.Members()) {
      if (const auto text = ReadString(value, reader.Path("env_vars") / name, &errors)) {
        cell->env[name] = *text;
      }
    }
  }
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  if (context && language) {
    return SendError(reply, kStyle, 400, "invalid",
                     "Only one of context_id or language can be provided");
  }
  if (!IsPython(language.value_or(""))) return SendLanguage(reply, *language);
  if (context && *context != kDefaultContext) {
    const KernelPtr kernel = FindContext(*place, *context);
    if (kernel == nullptr) return SendNoContext(reply, *context);
    return RunStreamed(kernel, std::move(*cell), reply);
  }
  place->kernels->OpenIn(place->Context(kDefaultContext), place->sandbox, "",
                         [reply, cell](Result<KernelPtr> kernel, bool) {
                           if (!kernel.ok()) return SendKernelError(reply, kStyle, kernel.error());
                           RunStreamed(*kernel, std::move(*cell), reply);
                         });
}

void RegisterInterpreterRoutes(Router& router, const KernelDeps& deps) {
  router.Add("POST", "/contexts", [&deps](const Request& http, const HttpReplyPtr& reply) {
    CreateContext(deps, http, reply);
  });
  router.Add("GET", "/contexts", [&deps](const Request& http, const HttpReplyPtr& reply) {
    ListContexts(deps, http, reply);
  });
  router.Add(
      "POST", "/contexts/{id}/restart",
      [&deps](const Request& http, const std::vector<std::string>& parameters,
              const HttpReplyPtr& reply) { RestartContext(deps, http, parameters[0], reply); });
  router.Add(
      "DELETE", "/contexts/{id}",
      [&deps](const Request& http, const std::vector<std::string>& parameters,
              const HttpReplyPtr& reply) { DeleteContext(deps, http, parameters[0], reply); });
}

}  // namespace assay
