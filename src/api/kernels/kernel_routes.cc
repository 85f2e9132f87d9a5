#include "api/kernels/kernel_routes.h"

#include <utility>

#include "api/kernels/cell_output.h"
#include "api/kernels/kernel_json.h"
#include "api/shared/caller_tenant.h"
#include "base/mutex.h"
#include "net/form/query.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;
constexpr const char* kKind = kNativeKind;

using Request = std::shared_ptr<const HttpRequest>;

KernelPtr FindKernel(const KernelDeps& deps, const HttpRequest& http, const std::string& id,
                     const HttpReplyPtr& reply) {
  Kernels* const kernels = AnyKernels(deps, kStyle, reply);
  if (kernels == nullptr) return nullptr;
  KernelPtr kernel = kernels->Find(TenantOf(http), id);
  if (kernel == nullptr) {
    SendError(reply, kStyle, 404, "unknown_kernel",
              "there is no kernel " + id + ", or it has ended");
  }
  return kernel;
}

// Names are of the caller, or of the sandbox that was there before the kernel.
std::string KindIn(const std::string& sandbox_id) {
  return sandbox_id.empty() ? kKind : std::string(kKind) + ":" + sandbox_id;
}

// By which name the caller has it by this door.
std::optional<KernelEntry> EntryOf(Kernels& kernels, const std::string& tenant,
                                   const KernelPtr& kernel) {
  for (const std::string& kind : {KindIn(""), KindIn(kernel->sandbox()->id())}) {
    for (KernelEntry& entry : kernels.List(tenant, kind)) {
      if (entry.kernel == kernel) return std::move(entry);
    }
  }
  return std::nullopt;
}

void Open(const KernelDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  Kernels* const kernels = AnyKernels(deps, kStyle, reply);
  if (kernels == nullptr || !RefuseSandboxToken(*http, kStyle, reply)) return;
  const auto body = ParseBody(*http, reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  auto request = ParseOpenKernel(body->root(), kernels->sandboxes().policy(), &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  const std::string& within = request.sandbox_id;
  const KernelName name{TenantOf(*http), KindIn(within), std::move(request.name)};
  const auto opened = [name, own = within.empty(), reply](Result<KernelPtr> kernel, bool created) {
    if (!kernel.ok()) return SendKernelError(reply, kStyle, kernel.error());
    JsonWriter json;
    WriteKernel({name, *kernel, own}, &json);
    SendJson(reply, created ? 201 : 200, json.Take());
  };
  if (within.empty()) {
    return kernels->Open(name, std::move(request.sandbox), std::move(request.directory), opened);
  }
  SandboxPtr sandbox = kernels->sandboxes().Find(name.tenant, within);
  if (sandbox == nullptr || sandbox->Info().state == SandboxState::kEnded) {
    return SendError(reply, kStyle, 404, "unknown_sandbox",
                     "there is no sandbox " + within + ", or it has ended", "sandbox");
  }
  kernels->OpenIn(name, std::move(sandbox), std::move(request.directory), opened);
}

void List(const KernelDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  Kernels* const kernels = AnyKernels(deps, kStyle, reply);
  if (kernels == nullptr) return;
  JsonWriter json;
  json.BeginObject().Key("kernels").BeginArray();
  const std::string kind = KindIn(Query(http->query).Get("sandbox"));
  for (const KernelEntry& entry : kernels->List(TenantOf(*http), kind)) WriteKernel(entry, &json);
  SendJson(reply, 200, json.EndArray().EndObject().Take());
}

void Get(const KernelDeps& deps, const Request& http, const std::string& id,
         const HttpReplyPtr& reply) {
  const KernelPtr kernel = FindKernel(deps, *http, id, reply);
  if (kernel == nullptr) return;
  JsonWriter json;
  const auto entry = EntryOf(*deps.kernels, TenantOf(*http), kernel);
  WriteKernel(entry.value_or(KernelEntry{{}, kernel, false}), &json);
  SendJson(reply, 200, json.Take());
}

void Delete(const KernelDeps& deps, const Request& http, const std::string& id,
            const HttpReplyPtr& reply) {
  if (FindKernel(deps, *http, id, reply) == nullptr) return;
  deps.kernels->Close(TenantOf(*http), id);
  SendJson(reply, 200, "{}");
}

// A line of JSON for each event. The client may be slow: what a cell can show is bounded.
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
    WriteEvent(event, &json.BeginObject());
    reply_->Write(json.EndObject().Take() + "\n");
  }
  void OnEnd(const Result<CellEnd>& end) override {
    JsonWriter json;
    json.BeginObject().Key("event");
    if (end.ok()) {
      WriteCellEnd(*end, &json.String("end"));
    } else {
      json.String("failed").Key("message").Bytes(end.error().message);
    }
    reply_->Write(json.EndObject().Take() + "\n");
    reply_->End();
  }

 private:
  const HttpReplyPtr reply_;
};

void Execute(const KernelDeps& deps, const Request& http, const std::string& id,
             const HttpReplyPtr& reply) {
  const KernelPtr kernel = FindKernel(deps, *http, id, reply);
  if (kernel == nullptr) return;
  const auto body = ParseBody(*http, reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  ExecuteRequest request = ParseExecute(body->root(), &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  if (request.stream) {
    const KernelInfo info = kernel->Info();
    if (info.waiting >= static_cast<int>(Kernel::kMaxWaiting)) {
      return SendKernelError(reply, kStyle,
                             {ErrorCode::kResource, "kernel", 0, "too many cells wait"});
    }
    const auto stream = std::make_shared<Stream>(reply);
    const Status taken = kernel->Run(std::move(request.cell), stream);
    if (!taken.ok()) return stream->OnEnd(taken.error());
    return AbandonWithClient(kernel, stream, reply);
  }
  RunCell(kernel, std::move(request.cell), reply,
          [reply](const CellOutput& output, const Result<CellEnd>& end) {
            if (!end.ok()) return SendKernelError(reply, kStyle, end.error());
            JsonWriter json(output.out.size() + output.err.size() + 512);
            json.BeginObject();
            WriteCellEnd(*end, &json);
            json.Key("stdout").String(output.out).Key("stderr").String(output.err);
            json.Key("outputs").BeginArray();
            for (const CellEvent& event : output.shown) {
              WriteEvent(event, &json.BeginObject());
              json.EndObject();
            }
            json.EndArray().Key("error");
            if (output.errors.empty()) {
              json.Null();
            } else {
              const CellEvent& error = output.errors.back();
              json.BeginObject().Key("name").String(error.name).Key("value").String(error.value);
              json.Key("traceback").String(error.traceback).EndObject();
            }
            SendJson(reply, 200, json.EndObject().Take());
          });
}

void Interrupt(const KernelDeps& deps, const Request& http, const std::string& id,
               const HttpReplyPtr& reply) {
  const KernelPtr kernel = FindKernel(deps, *http, id, reply);
  if (kernel == nullptr) return;
  kernel->Interrupt();
  SendJson(reply, 200, "{}");
}

void Restart(const KernelDeps& deps, const Request& http, const std::string& id,
             const HttpReplyPtr& reply) {
  const KernelPtr kernel = FindKernel(deps, *http, id, reply);
  if (kernel == nullptr) return;
  kernel->Restart([reply](const Status& status) {
    if (!status.ok()) return SendKernelError(reply, kStyle, status.error());
    SendJson(reply, 200, "{}");
  });
}

}  // namespace

void RegisterKernelRoutes(Router& router, const KernelDeps& deps) {
  router.Add("POST", "/v1/kernels",
             [&deps](const Request& http, const HttpReplyPtr& reply) { Open(deps, http, reply); });
  router.Add("GET", "/v1/kernels",
             [&deps](const Request& http, const HttpReplyPtr& reply) { List(deps, http, reply); });
  const auto of_one = [&](const char* method, const char* path, auto* handler) {
    router.Add(
        method, path,
        [&deps, handler](const Request& http, const std::vector<std::string>& parameters,
                         const HttpReplyPtr& reply) { handler(deps, http, parameters[0], reply); });
  };
  of_one("GET", "/v1/kernels/{id}", &Get);
  of_one("DELETE", "/v1/kernels/{id}", &Delete);
  of_one("POST", "/v1/kernels/{id}/execute", &Execute);
  of_one("POST", "/v1/kernels/{id}/interrupt", &Interrupt);
  of_one("POST", "/v1/kernels/{id}/restart", &Restart);
}

}  // namespace assay
