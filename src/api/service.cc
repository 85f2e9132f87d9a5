#include "api/service.h"

#include "api/cache_report.h"
#include "api/compat/evaluate.h"
#include "api/compat/run_code.h"
#include "api/math/math_verify.h"
#include "api/native/verify.h"
#include "api/problems/problem_reference.h"
#include "api/problems/problems.h"
#include "api/responses.h"
#include "api_embedded.h"

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

constexpr char kHomePage[] =
    "<!doctype html><meta charset=\"utf-8\"><title>Assay</title>\n"
    "<h1>Assay " ASSAY_VERSION
    "</h1>\n"
    "<p>Runs untrusted programs and judges them. The interface is described in\n"
    "<a href=\"openapi.json\">openapi.json</a>; this server in <a href=\"v1/info\">v1/info</a>\n"
    "and <a href=\"metrics\">metrics</a>.</p>\n";

std::string Info(const ApiContext& context, const Router& router) {
  const ApiOptions& options = context.options;
  JsonWriter json;
  json.BeginObject().Key("name").String("assay").Key("version").String(ASSAY_VERSION);
  json.Key("tier").Bytes(context.tier);
  const EngineStats stats = context.sink.stats();
  json.Key("slots").Int(stats.slots).Key("queued_submissions").Int(stats.queued_submissions);
  json.Key("draining").Bool(context.draining || stats.draining);
  json.Key("toolchains").BeginArray();
  for (const Toolchain& toolchain : context.languages.toolchains()) {
    json.BeginObject().Key("language").String(toolchain.language);
    json.Key("available").Bool(toolchain.available).Key("version").Bytes(toolchain.version);
    json.Key("path").Bytes(toolchain.path).Key("problem").Bytes(toolchain.problem).EndObject();
  }
  json.EndArray().Key("limits").BeginObject();
  json.Key("time_multiplier").Double(options.time_multiplier);
  json.Key("max_time_limit_s").Double(options.max_time_limit_s);
  json.Key("default_memory_mb").Int(options.default_memory_bytes >> 20);
  json.Key("memory_ceiling_mb").Int(options.memory_ceiling_bytes >> 20);
  json.Key("output_bytes").Int(options.output_bytes);
  json.Key("max_submissions_per_request").Int(options.max_submissions_per_request);
  json.EndObject().Key("profiles").BeginArray();
  for (const Profile profile : kProfiles) json.String(ToString(profile));
  json.EndArray();
  WriteCaches(stats, *context.problems, *context.parsed, router.received_bytes(), &json);
  return json.EndObject().Take();
}

void Ready(const ApiContext& context, const HttpReplyPtr& reply) {
  std::string problem;
  if (context.draining || context.sink.stats().draining) {
    problem = "draining";
  } else if (context.sandbox_health) {
    if (const Status health = context.sandbox_health(); !health.ok()) {
      problem = "the sandbox cannot run anything: " + health.error().ToString();
    }
  }
  if (problem.empty()) return SendJson(reply, 200, R"({"status":"ready"})");
  SendError(reply, ErrorStyle::kNative, 503, "not_ready", problem);
}

}  // namespace

ApiService::ApiService(ApiOptions options, SubmitSink& sink, const LanguageTable& table,
                       std::vector<Toolchain> toolchains, Metrics& metrics, std::string tier)
    : context_(new ApiContext{.options = std::move(options),
                              .sink = sink,
                              .languages = ApiLanguages(table, std::move(toolchains)),
                              .metrics = metrics,
                              .tier = std::move(tier),
                              .draining = false,
                              .sandbox_health = nullptr}) {
  MakeStores();
}

ApiService::~ApiService() {
  // Its jobs use the context, which handlers may keep alive beyond us.
  context_->disk_thread->Flush();
}

void ApiService::MakeStores() {
  // Of requests waiting for the disk; more are refused with 429.
  constexpr int64_t kMaxWaitingBytes = 1LL << 30;
  ApiContext* const context = context_.get();
  const int64_t half = context->options.problem_store_bytes / 2;
  const auto decode = [context](std::string_view json, const std::string& name) -> ProblemPtr {
    JsonError error;
    const auto document = JsonDocument::Parse(json, &error);
    if (!document) return nullptr;
    FieldErrors errors;
    context->parsed->CountDecoded();
    return DecodeNamedProblem(document->root(), name, {}, *context, &errors);
  };
  context->parsed = std::make_unique<ParsedProblems>(half);
  context->problems = std::make_unique<ProblemStore>(half, context->options.problem_disk, decode);
  context->disk_thread = std::make_unique<WriteBehind>(kMaxWaitingBytes);
}

void ApiService::RegisterRoutes(Router& router) {
  const auto context = context_;
  router.Add("POST", "/run_code", MakeRunCodeHandler(context));
  router.Add("POST", "/common_evaluate_batch", MakeEvaluateHandler(context, EvaluateForm::kBatch));
  router.Add("POST", "/common_evaluate", MakeEvaluateHandler(context, EvaluateForm::kList));
  router.Add("POST", "/v1/verify", MakeVerifyHandler(context));
  router.Add("POST", "/v1/math/verify", MakeMathVerifyHandler(context));
  router.Add("PUT", "/v1/problems/{sha256}", MakePutProblemHandler(context));
  router.Add("GET", "/v1/problems/{sha256}", MakeGetProblemHandler(context));
  router.Add("GET", "/v1/problems", MakeListProblemsHandler(context));
  router.Add("GET", "/v1/ping", Text("application/json", [] { return "\"pong\""; }));
  router.Add("GET", "/", Text("text/html; charset=utf-8", [] { return kHomePage; }));
  router.Add("GET", "/healthz", Text("application/json", [] { return R"({"status":"ok"})"; }));
  router.Add("GET", "/v1/info",
             Text("application/json", [context, &router] { return Info(*context, router); }));
  router.Add("GET", "/openapi.json",
             Text("application/json", [] { return std::string(Embedded_openapi_json()); }));
  router.Add(
      "GET", "/metrics", Text("text/plain; version=0.0.4; charset=utf-8", [context, &router] {
        const EngineStats stats = context->sink.stats();
        return context->metrics.Render(stats) +
               CacheMetrics(stats, *context->problems, *context->parsed, router.received_bytes());
      }));
  router.Add("GET", "/readyz", [context](std::shared_ptr<const HttpRequest>, HttpReplyPtr reply) {
    Ready(*context, reply);
  });
}

}  // namespace assay
