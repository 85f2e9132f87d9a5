#include "api/service.h"

#include <atomic>
#include <optional>
#include <random>

#include "api/admin/admin_routes.h"
#include "api/compat/evaluate_routes.h"
#include "api/compat/retry_desk.h"
#include "api/compat/run_code_routes.h"
#include "api/connect/process_service.h"
#include "api/datasets/dataset_routes.h"
#include "api/e2b/e2b_routes.h"
#include "api/history/history_metrics.h"
#include "api/history/history_routes.h"
#include "api/history/kept_bundle.h"
#include "api/kernels/execute_route.h"
#include "api/math/math_routes.h"
#include "api/mcp/mcp_routes.h"
#include "api/mcp/router_backend.h"
#include "api/native/verify_routes.h"
#include "api/node/drain_sandboxes.h"
#include "api/node/drain_sink.h"
#include "api/node/node_routes.h"
#include "api/ports/port_routes.h"
#include "api/prime/control_routes.h"
#include "api/prime/expose_routes.h"
#include "api/prime/gateway.h"
#include "api/problems/convert_routes.h"
#include "api/problems/decode_problem.h"
#include "api/problems/problem_routes.h"
#include "api/route_access.h"
#include "api/score/score_routes.h"
#include "api/sessions/sandbox_routes.h"
#include "api/tenants/tenant_routes.h"
#include "api/trainers/trainer_routes.h"
#include "api/ui/ui_routes.h"
#include "api/update/joined_sandboxes.h"
#include "api/verdict_observer.h"
#include "api_embedded.h"
#include "base/text.h"
#include "base/work/executor.h"
#include "base/work/work_gate.h"
#include "history/record_json.h"
#include "sessions/session_ids.h"
#include "store/problem_store.h"
#include "swe/run/grader.h"

namespace assay {
namespace {

// They wait for the disk more than they compute, but each may decode a large problem.
constexpr int kReaders = 2;
constexpr int64_t kHistoryQuestions = 64 << 20;  // a mebibyte for each that waits

// A problem from the disk, which was whole when it was stored. Null when this server doesn't have
// all its languages any more.
ProblemPtr DecodeStored(std::string_view json, const ApiLanguages& languages) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document) return nullptr;
  FieldErrors errors;
  auto problem = DecodeProblem(document->root(), {}, languages, &errors);
  // What it is called, which its key tells only where tenants aren't kept apart.
  if (problem) problem->identity = Sha256Hex(json);
  return problem;
}

ScoreEvents ScoreEventsOf(Metrics* metrics, VerdictObserver* judged) {
  return {.on_item = [metrics](std::string_view outcome) { metrics->OnScore(outcome); },
          .on_masked_function =
              [metrics](std::string_view kind, std::string_view reason) {
                metrics->OnMaskedFunction(kind, reason);
              },
          .on_grade = [metrics](std::string_view outcome) { metrics->OnGrade(outcome); },
          .on_agreement = [metrics](std::string_view kind, bool rules,
                                    bool judge) { metrics->OnJudgeAgreement(kind, rules, judge); },
          .on_math = [judged](const MathItem& item,
                              const MathAnswer& answer) { judged->OnMath(item, answer); }};
}

// What no program can guess, for as long as this server lives.
std::string RandomSecret() {
  std::random_device source;
  std::string secret;
  for (int i = 0; i < 8; ++i) secret += std::to_string(source()) + ".";
  return secret;
}

// Asks the other routes.
struct McpParts {
  McpParts(const Router& router, const Clock& clock, const std::string& node)
      : backend(router), sessions(clock, {}, NodePrefix("m", node, "")) {}

  RouterBackend backend;
  ProgressBeat beat;
  const McpHandler handler{backend, beat};
  McpSessions sessions;
};

}  // namespace

// Stays where it is: route sets refer to it. The threads come last, so that they end before what
// they work on.
struct ApiService::Parts {
  Parts(ApiOptions given, SubmitSink& engine, const LanguageTable& table,
        std::vector<Toolchain> toolchains, Metrics& metrics, std::string tier)
      : node(given.node, clock),
        own_sandboxes(given.sandboxes),
        elder(own_sandboxes == nullptr ? Nanoseconds{0} : own_sandboxes->policy().keep_ended),
        joined_sandboxes(own_sandboxes == nullptr
                             ? nullptr
                             : std::make_unique<JoinedSandboxes>(*own_sandboxes, elder)),
        gated_sandboxes(own_sandboxes == nullptr
                            ? nullptr
                            : std::make_unique<DrainSandboxes>(*joined_sandboxes, node)),
        options(WithGate(std::move(given))),
        runs(metrics),
        judged(metrics, options.history),
        sink(engine, node),
        languages(table, std::move(toolchains), options.self_tests),
        problems(
            options.problem_store_bytes / 2, options.problem_disk,
            [this](std::string_view json, const std::string&) {
              return DecodeStored(json, languages);
            },
            options.problem_store_bytes / 2,
            options.share_problems ? ProblemStore::Sharing::kAll : ProblemStore::Sharing::kTenants),
        swe_deps{grader.get(), sink, readers,
                 [&metrics](std::string_view verdict, std::string_view cause) {
                   metrics.OnSwe(verdict, cause);
                 }},
        verify{sink,
               {languages, options.limits, options.max_submissions_per_request},
               {languages, problems, writer, options.build, tier, options.limits.time_multiplier},
               readers,
               readings,
               options.sandboxes,
               swe_deps},
        run_code{desk, languages, options.limits, options.pod_name},
        evaluate{desk, languages, problems, options.limits, options.pod_name},
        datasets{desk,           languages, options.limits, options.pod_name, options.datasets,
                 RandomSecret(), readers},
        problem_routes{languages, problems, writer, readers},
        math{math_pool, options.math_judge, options.math_second_opinion,
             [this](const MathItem& item, const MathAnswer& answer) {
               judged.OnMath(item, answer);
             }},
        score{{sink, math_pool, options.math_judge, options.grade_judge, timers,
               ScoreEventsOf(&metrics, &judged), grader.get()},
              {options.grade_judge != nullptr, grader != nullptr, options.math_second_opinion},
              verify.rules,
              verify.parts,
              readers},
        trainers{{sink, timers, draining}, patience, math,   languages,
                 options.limits,           problems, readers},
        sandboxes{options.sandboxes, sandbox_timers},
        tenants(sink, options.sandboxes, options.access.tenants),
        admin{sink,
              languages,
              problems,
              options.limits,
              options.max_submissions_per_request,
              std::move(tier),
              Embedded_openapi_json(),
              options.tls,
              node,
              [this] { return sandbox_health ? sandbox_health() : runs.RunnerHealth(); },
              options.sandboxes,
              metrics.registry(),
              [&metrics](const EngineStats& stats, MetricPage* page) {
                metrics.WriteServer(stats, page);
              }},
        node_routes{node, [this] { return DescribeNode(admin); }, options.peers, options.config,
                    options.logs},
        desk(options.desk, sink, clock,
             [&metrics](DeskEvent event) {
               metrics.OnClientPatience(kDeskEventNames.NameOf(event));
             }),
        patience(timers, [&metrics](DeskEvent event) {
          metrics.OnClientPatience(kDeskEventNames.NameOf(event));
        }) {
    node.OnChange([this](bool drains, const std::string& reason) {
      draining = drains;
      desk.SetDraining(drains);
      if (options.history == nullptr) return;
      const double now = ToSeconds(std::chrono::system_clock::now().time_since_epoch());
      options.history->Tell("drain", DrainEvent(drains, reason, now));
    });
  }

  // Behind the gate that a drain closes.
  ApiOptions WithGate(ApiOptions given) {
    if (gated_sandboxes != nullptr) given.sandboxes = gated_sandboxes.get();
    return given;
  }

  const RealClock clock;
  NodeState node;
  Sandboxes* const own_sandboxes;  // null: there are none
  ElderBook elder;
  const std::unique_ptr<Sandboxes> joined_sandboxes;
  const std::unique_ptr<Sandboxes> gated_sandboxes;
  const ApiOptions options;
  const Metrics& runs;
  VerdictObserver judged;
  DrainSink sink;
  const ApiLanguages languages;
  std::atomic<bool> draining{false};
  std::function<Status()> sandbox_health;
  ProblemStore problems;
  WorkGate readings;
  // Behind no gate: what was taken before a drain is graded.
  std::unique_ptr<swe::Grader> grader =
      joined_sandboxes == nullptr
          ? nullptr
          : std::make_unique<swe::Grader>(*joined_sandboxes, clock,
                                          static_cast<int>(sink.stats().slots));

  const SweDeps swe_deps;
  const VerifyDeps verify;
  const RunCodeDeps run_code;
  const EvaluateDeps evaluate;
  const DatasetDeps datasets;
  const ProblemRoutesDeps problem_routes;
  const MathDeps math;
  const ScoreDeps score;
  const TrainerDeps trainers;
  const SandboxDeps sandboxes;
  TenantReport tenants;
  const AdminDeps admin;
  const NodeDeps node_routes;

  RetryDesk desk;
  PatienceDesk patience;
  // Ends before the desk and after what it starts.
  Timers timers{clock};
  ProcessService processes{timers, clock};
  const PrimeDeskPtr prime =
      options.sandboxes == nullptr
          ? nullptr
          : std::make_shared<PrimeDesk>(*options.sandboxes, options.box_tokens);
  LateTimersOwner sandbox_timers{timers};
  MathPool math_pool{options.math_threads, MathPool::Bounds{}};
  Executor writer{options.max_waiting_bytes};
  Executor readers{options.max_waiting_bytes, kReaders};
  // Its questions count much and wait for another disk than problems do.
  Executor history_reader{kHistoryQuestions};
  const HistoryDeps history{
      options.history, history_reader, sandbox_timers,
      [this](const StoredVerdict& verdict) { return BundleOfKept(verify.parts, verdict); }};
  // Ends before the desks, whose sandboxes stay. Made only where there are sandboxes.
  const std::unique_ptr<Kernels> own_kernels =
      options.sandboxes == nullptr ? nullptr : std::make_unique<Kernels>(*options.sandboxes, clock);
  const KernelDeps kernels{own_kernels.get(), options.pod_name};
  const std::unique_ptr<PortGate> port_gate =
      options.sandboxes == nullptr ? nullptr : std::make_unique<PortGate>(PortOptions());
  const std::unique_ptr<Exposures> exposures =
      options.sandboxes == nullptr ? nullptr : std::make_unique<Exposures>(*options.sandboxes);
  const PortDeps ports{sandboxes, port_gate.get(), exposures.get()};
  // Both set when there are routes.
  std::optional<McpParts> mcp;
  std::optional<Neighbours> neighbours;
};

ApiService::ApiService(ApiOptions options, SubmitSink& sink, const LanguageTable& table,
                       std::vector<Toolchain> toolchains, Metrics& metrics, std::string tier)
    : parts_(std::make_unique<Parts>(std::move(options), sink, table, std::move(toolchains),
                                     metrics, std::move(tier))) {}

ApiService::ApiService(ApiOptions options, Engine& engine, const LanguageTable& table,
                       std::vector<Toolchain> toolchains, Metrics& metrics, std::string tier)
    : own_sink_(std::make_unique<EngineSink>(engine)),
      parts_(std::make_unique<Parts>(std::move(options), *own_sink_, table, std::move(toolchains),
                                     metrics, std::move(tier))) {}

ApiService::~ApiService() {
  // They are with the sandboxes' threads, and give the readers more to do.
  parts_->readings.Wait();
  parts_->readers.Flush();
  parts_->grader.reset();
  FlushProblems();
  if (parts_->options.history != nullptr) parts_->options.history->SetKeepBundle(nullptr);
}

void ApiService::FlushProblems() {
  // In this order: what the readers do may give the writer more to write.
  parts_->readers.Flush();
  parts_->writer.Flush();
}

Neighbours& ApiService::neighbours() {
  return *parts_->neighbours;
}

NodeState& ApiService::node() {
  return parts_->node;
}

NodeRow ApiService::Describe() const {
  return DescribeNode(parts_->admin);
}

void ApiService::EndEventStreams() {
  if (parts_->options.history != nullptr) parts_->options.history->events().Close();
}

void ApiService::SetSandboxHealth(std::function<Status()> health) {
  parts_->sandbox_health = std::move(health);
}

void ApiService::RegisterRoutes(Router& router) {
  RegisterRunCodeRoutes(router, parts_->run_code);
  RegisterEvaluateRoutes(router, parts_->evaluate);
  RegisterDatasetRoutes(router, parts_->datasets);
  RegisterVerifyRoutes(router, parts_->verify);
  RegisterMathRoutes(router, parts_->math);
  RegisterScoreRoutes(router, parts_->score);
  RegisterProblemRoutes(router, parts_->problem_routes);
  RegisterConvertRoutes(router, parts_->problem_routes);
  RegisterTrainerRoutes(router, parts_->trainers);
  RegisterPrimeControlRoutes(router, parts_->prime);
  RegisterPrimeExposeRoutes(router, parts_->prime, parts_->exposures.get());
  RegisterPrimeGateway(router, parts_->prime, parts_->sandbox_timers, parts_->processes);
  RegisterKernelDoors(router, parts_->kernels);
  RegisterSandboxRoutes(router, parts_->sandboxes);
  RegisterPortRoutes(router, parts_->ports);
  RegisterE2bRoutes(
      router,
      {parts_->options.sandboxes, parts_->options.box_tokens, &parts_->sandbox_timers, nullptr},
      parts_->processes);
  RegisterHistoryRoutes(router, parts_->history);
  if (History* const history = parts_->options.history; history != nullptr) {
    parts_->admin.metrics.AddSource(
        [history](MetricPage* page) { WriteHistoryMetrics(history->stats(), page); });
    history->SetKeepBundle([this](const Submission& submission, const SubmissionResult& result) {
      return KeepForBundle(parts_->verify.parts, submission, result);
    });
  }
  RegisterAdminRoutes(router, parts_->admin);
  RegisterUiRoutes(router, parts_->options.ui);
  RegisterNodeRoutes(router, parts_->node_routes);
  RegisterTenantRoutes(router, parts_->tenants);
  RegisterLoginRoutes(router, parts_->options.access, parts_->timers, parts_->admin.metrics);
  parts_->admin.metrics.AddSource(
      [tenants = &parts_->tenants](MetricPage* page) { tenants->WriteMetrics(page); });
  const McpParts& mcp = parts_->mcp.emplace(router, parts_->clock, parts_->options.node);
  RegisterMcpRoutes(router, {mcp.handler, parts_->mcp->sessions});
  router.SetAccess(RouteAccessTable());
  Neighbours& neighbours = parts_->neighbours.emplace(NeighbourParts{
      router, parts_->timers, parts_->elder, parts_->own_sandboxes, parts_->own_kernels.get(),
      parts_->exposures.get(), parts_->options.box_tokens});
  router.SetDiversion(
      [&neighbours](const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply) {
        return neighbours.Divert(request, reply);
      });
}

}  // namespace assay
