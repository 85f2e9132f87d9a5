#include "apps/serve/serve.h"

#include <fmt/format.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "apps/serve/listen_option.h"
#include "apps/serve/live_options.h"
#include "apps/serve/node_duties.h"
#include "apps/serve/relay_door.h"
#include "apps/serve/serve_gate.h"
#include "apps/serve/service_manager.h"
#include "apps/serve/tls_setup.h"
#include "apps/setup/judges.h"
#include "apps/setup/machine.h"
#include "apps/setup/version.h"
#include "audit/audited_reply.h"
#include "base/log.h"
#include "history/history.h"
#include "net/http_server.h"
#include "node/node_state.h"
#include "telemetry/logs/logging.h"
#include "telemetry/traces/span_exporter.h"
#include "telemetry/traces/trace_options.h"
#include "telemetry/traces/traced_reply.h"

namespace assay {
namespace {

void AddAuditMetrics(AuditLog& audit, MetricRegistry& registry) {
  registry.AddSource([&audit](MetricPage* page) {
    const AuditLog::Stats stats = audit.stats();
    page->Counter("assay_audit_lines_total", "Lines of the audit log that were written.",
                  stats.written);
    page->Counter("assay_audit_lost_total",
                  "Lines that it lost, because its queue or the disk was full.", stats.lost);
    page->Gauge("assay_audit_queued", "Lines that wait to be written.", stats.queued);
  });
}

void AddTraceMetrics(SpanExporter& traces, MetricRegistry& registry) {
  registry.AddSource([&traces](MetricPage* page) {
    const SpanExporter::Stats stats = traces.stats();
    page->Counter("assay_trace_spans_sent_total", "Spans that the collector has taken.",
                  stats.sent);
    page->Header(
        "assay_trace_spans_dropped_total",
        "Spans that were lost: the queue was full, the collector refused them, or it could "
        "not be had.",
        MetricType::kCounter);
    for (const auto& [reason, count] :
         {std::pair("queue_full", stats.dropped_full), std::pair("refused", stats.dropped_refused),
          std::pair("unreachable", stats.dropped_failed)}) {
      page->Sample("assay_trace_spans_dropped_total", RenderLabel("reason", reason), count);
    }
    page->Gauge("assay_trace_spans_queued", "Spans that wait to be sent.", stats.queued);
    page->Counter("assay_trace_retries_total", "Batches of spans that were sent once more.",
                  stats.retries);
    page->Header("assay_trace_cpu_seconds_total", "CPU time of the thread that sends spans.",
                 MetricType::kCounter);
    page->Sample("assay_trace_cpu_seconds_total", "", stats.cpu_s);
  });
}

// What an operator wants to see first: where, how well isolated, and what can be judged.
void PrintBanner(const Options& options, const HttpServer& server, const NodeDuties& duties,
                 const Machine& machine, const std::string& traces_go_to) {
  const bool colours = WantsColour(stdout);
  const bool ipv6 = options.host.find(':') != std::string::npos;
  std::string text =
      fmt::format("{}  listening on {}://{}:{}\n", Paint(VersionLine(), Colour::kBold, colours),
                  options.tls_cert.empty() ? "http" : "https",
                  ipv6 ? "[" + options.host + "]" : options.host, server.port());
  if (!options.listen.empty()) text += fmt::format("and on {}\n", options.listen);
  text += fmt::format("isolation tier: {}, {} slots\n", machine.runner().tier(),
                      machine.runner().slots());
  if (!traces_go_to.empty()) text += fmt::format("traces go to {}\n", traces_go_to);
  if (duties.agent_port() >= 0) {
    text += fmt::format("agent check: port {}\n", duties.agent_port());
  }
  if (!options.tokens.empty()) {
    text += fmt::format("who may use it: the tokens of {}\n", options.tokens);
  } else if (!server.loopback()) {
    text += "who may use it: everyone who reaches it (--insecure)\n";
  }
  text += machine.sandboxes() == nullptr ? "sandboxes that live: none\n"
                                         : fmt::format("sandboxes that live: at most {}\n",
                                                       machine.sandboxes()->policy().max_sandboxes);
  text += fmt::format("Python programs start: {}\n", machine.python_start());
  TextTable table({{"language"}, {"toolchain"}, {"path or problem"}});
  for (const Toolchain& toolchain : machine.toolchains()) {
    if (toolchain.available) {
      table.AddRow({{toolchain.language}, {toolchain.version}, {toolchain.path, Colour::kDim}});
    } else {
      table.AddRow({{toolchain.language}, {"missing", Colour::kYellow}, {toolchain.problem}});
    }
  }
  text += table.Render(colours);
  text +=
      "comparison by default: /v1/verify assay, /common_evaluate_batch compat; a request's "
      "profile changes it\n";
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

// All that the main thread waits for. Where nothing can be read again SIGHUP stays what it is to
// any program.
sigset_t ServeSignals(const Options& options) {
  sigset_t signals = EndingSignals();
  const bool has_files = !options.tokens.empty() || !options.config_path.empty() ||
                         !options.audit_log.empty() || !options.tls_cert.empty();
  if (has_files) ::sigaddset(&signals, SIGHUP);
  ::sigaddset(&signals, NodeDuties::kReplacedSignal);
  return signals;
}

// Waits for the next ending signal. REQUIRES: they are blocked in every thread.
int WaitForEnd() {
  const sigset_t signals = EndingSignals();
  int signal = 0;
  while (::sigwait(&signals, &signal) != 0) continue;
  return signal;
}

// Waits for what ends this server, while it keeps the tokens as their file has them (null: there
// are none), and on SIGHUP reads options again and opens the audit log (or null) anew. REQUIRES:
// `signals` are blocked in every thread.
int WaitForSignal(const sigset_t& signals, TokenStore* tokens, AuditLog* audit,
                  const std::function<void()>& reload) {
  constexpr timespec kLookAgain{1, 0};
  while (true) {
    const int signal = ::sigtimedwait(&signals, nullptr, tokens == nullptr ? nullptr : &kLookAgain);
    if (signal == SIGHUP) {
      if (tokens != nullptr) tokens->Reload();
      if (audit != nullptr) audit->Reopen();
      reload();
    } else if (signal > 0) {
      return signal;
    } else if (tokens != nullptr) {
      tokens->ReloadIfChanged();
    }
  }
}

// The new process asks five times a second.
constexpr auto kMostToTell = std::chrono::seconds(5);

// Another process takes the connections from now on. Those that are open get one more answer each,
// and sandboxes live on, until all have gone, or the deadline comes.
void LetGo(const Options& options, Machine& machine, HttpServer& server, TokenStore* tokens,
           SteadyTime deadline) {
  const Neighbours& neighbours = machine.api().neighbours();
  spdlog::info(
      "replaced by another process: finishing what is under way, {} sandboxes among it, "
      "at most {} s",
      neighbours.CountLive(), options.drain_timeout_s);
  NotifyServiceManager(fmt::format("STATUS=replaced by another process; sandboxes that live: {}",
                                   neighbours.CountLive()));
  machine.api().EndEventStreams();
  if (machine.history() != nullptr) machine.history()->SetUpkeep(false);
  if (!server.HandOver(deadline)) {
    spdlog::warn("the drain timeout of {} s was over with connections still open",
                 options.drain_timeout_s);
  }
  constexpr auto kLookEvery = std::chrono::milliseconds(200);
  while (neighbours.CountLive() > 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kLookEvery);
    if (tokens != nullptr) tokens->ReloadIfChanged();
  }
  // Whoever asks for a sandbox that has just ended is to hear why, and not that it was lost.
  const SteadyTime known_by = std::min(deadline, std::chrono::steady_clock::now() + kMostToTell);
  while (!neighbours.IsEndKnown() && std::chrono::steady_clock::now() < known_by) {
    std::this_thread::sleep_for(kLookEvery);
  }
  if (const int left = neighbours.CountLive(); left > 0) {
    spdlog::warn("the drain timeout of {} s was over with {} sandboxes alive: they end now",
                 options.drain_timeout_s, left);
  }
}

// Lets admitted work finish, refuses new work, then closes the sockets.
void Drain(const Options& options, Machine& machine, NodeDuties& duties, HttpServer& server,
           RelayDoor& relay, SteadyTime deadline) {
  machine.api().node().End("the server is shutting down");
  machine.StopSelfTests();
  // Whatever runs in them would run on; who listens is told.
  if (machine.sandboxes() != nullptr) machine.sandboxes()->Close();
  const bool all_finished = machine.engine().Drain(deadline);
  machine.api().EndEventStreams();
  // Answers of work that has just ended may still be on their way to slow clients.
  const bool all_sent =
      server.Stop(std::max(deadline, std::chrono::steady_clock::now() + std::chrono::seconds(1)));
  relay.Close(std::max(deadline, std::chrono::steady_clock::now() + std::chrono::seconds(1)));
  duties.StopListening();
  duties.StopAsking();
  if (all_finished && all_sent) {
    spdlog::info("drained: all work was finished");
  } else {
    spdlog::warn("the drain timeout of {} s was over: what was left has been cancelled",
                 options.drain_timeout_s);
  }
}

// Requests and outputs of many megabytes come and go. The allocator would learn to keep such
// blocks, in an arena of each thread; with fixed thresholds they go back to the system.
void KeepMemorySmall() {
  constexpr int kLargeBytes = 128 << 10;
  ::mallopt(M_MMAP_THRESHOLD, kLargeBytes);
  ::mallopt(M_TRIM_THRESHOLD, kLargeBytes);
  ::mallopt(M_ARENA_MAX, 2);
}

// What a changed configuration file may change of a server that runs.
Status ApplyReload(const Options& options, TlsIdentity* tls, NodeDuties& duties, HttpServer& server,
                   ServeGate& gate) {
  ASSAY_RETURN_IF_ERROR(ReloadTls(tls));
  ASSAY_RETURN_IF_ERROR(duties.Configure(options));
  SetLogLevel(options.log_level);
  SetLogFormat(options.log_format);
  server.SetMaxBody(options.max_body_mb << 20);
  gate.Listens(server.loopback(), options);
  return {};
}

// As many descriptors as this process may have, from here on.
int64_t RaiseDescriptorLimit() {
  constexpr rlim_t kPlenty = 1 << 30;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return kPlenty;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<int64_t>(std::min(limit.rlim_cur, kPlenty));
}

// How many of them may be clients' connections: these can't take what runs and sandboxes need.
// Where there are few, either side gets along with a part. The rest waits in the kernel's backlog.
int ConnectionsThatFit(int most, int64_t descriptors, int64_t slots, int64_t sandboxes) {
  constexpr int64_t kOfAll = 1024;  // files, caches, judges, peers
  constexpr int64_t kOfSlot = 64;
  constexpr int64_t kOfSandbox = 16;
  const int64_t left = descriptors - kOfAll - kOfSlot * slots - kOfSandbox * sandboxes;
  return static_cast<int>(std::clamp<int64_t>(std::max(left, descriptors / 3), 1, most));
}

}  // namespace

int ServeCommand::Run(const Options& options) const {
  KeepMemorySmall();
  ::signal(SIGPIPE, SIG_IGN);
  const sigset_t signals = ServeSignals(options);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  InitServerLog({options.log_level, options.log_format});
  if (const Status may = CheckListenAddress(options); !may.ok()) {
    spdlog::error("{}", may.error().message);
    return kExitUsage;
  }
  const RealClock clock;
  TenantTable tenants;
  LoginSessions sessions(clock);
  std::unique_ptr<TokenStore> tokens;  // null: nobody is asked
  if (!options.tokens.empty()) {
    auto opened = TokenStore::Open(options.tokens, &tenants);
    if (!opened.ok()) {
      spdlog::error("--tokens: {}", opened.error().ToString());
      return kExitUsage;
    }
    tokens = std::move(opened).value();
  }
  const auto tracing = TraceOptionsOf({options.otlp_endpoint, options.trace_ratio, ASSAY_VERSION,
                                       options.node_name.empty() ? HostName() : options.node_name},
                                      [](const char* name) { return std::getenv(name); });
  if (!tracing.ok()) {
    spdlog::error("{}", tracing.error().message);
    return kExitUsage;
  }
  // Ends after all that may still have spans.
  std::unique_ptr<SpanExporter> traces;  // null: none are wanted
  if (*tracing) traces = std::make_unique<SpanExporter>(**tracing, ASSAY_VERSION);
  LiveOptions live(options);
  NodeDuties duties;
  if (const Status fine = duties.Configure(options); !fine.ok()) {
    spdlog::error("{}", fine.error().message);
    return kExitUsage;
  }
  std::unique_ptr<AuditLog> audit;  // null: there is none
  if (!options.audit_log.empty()) {
    auto opened = AuditLog::Open(options.audit_log);
    if (!opened.ok()) {
      spdlog::error("--audit-log: {}", opened.error().ToString());
      return kExitUsage;
    }
    audit = std::move(opened).value();
  }
  UnixListener local;
  if (!options.listen.empty()) {
    auto parsed = ParseListen(options.listen);
    if (!parsed.ok()) {
      spdlog::error("{}", parsed.error().message);
      return kExitUsage;
    }
    local = std::move(parsed).value();
    if (!options.takeover.empty()) {
      spdlog::error("--listen: a Unix socket isn't handed over; leave out --takeover or --listen");
      return kExitUsage;
    }
  }
  HttpServerOptions http;
  if (auto loaded = LoadTls(options); !loaded.ok()) {
    spdlog::error("{}", loaded.error().message);
    return kExitUsage;
  } else {
    http.tls = std::move(loaded).value();
  }
  http.unix_path = local.path;
  http.unix_mode = local.mode;
  const int64_t descriptors = RaiseDescriptorLimit();
  auto machine = Machine::Create(
      options, PrecompiledHeaderUse::kMakeMeanwhile, {}, SandboxUse::kWanted, HistoryUse::kWanted,
      {duties.peers(), [&live] { return live.Rows(); }, &ProcessLogTail()},
      {tokens.get(), &sessions, &tenants});
  if (!machine.ok()) {
    spdlog::error("cannot start: {} (see `assay doctor`)", machine.error().ToString());
    return 1;
  }
  http.max_connections = ConnectionsThatFit(http.max_connections, descriptors,
                                            machine.value()->runner().slots(), options.sandboxes);
  http.host = options.host;
  http.port = static_cast<int>(options.port);
  http.io_threads = IoThreads(options);
  http.max_body_bytes = options.max_body_mb << 20;
  const Router& router = machine.value()->router();
  ServeGate gate(tokens.get(), machine.value()->box_tokens(), router, machine.value()->metrics(),
                 &sessions);
  if (audit != nullptr) {
    gate.SetAudit(audit.get());
    AddAuditMetrics(*audit, machine.value()->metrics().registry());
  }
  HttpGate asked = std::ref(gate);
  if (traces != nullptr) {
    AddTraceMetrics(*traces, machine.value()->metrics().registry());
    asked = [&gate, &sampler = (*tracing)->sampler, sink = traces.get()](HttpRequest* head,
                                                                         const std::string& peer) {
      BeginTrace(sampler, *sink, head);
      return gate(head, peer);
    };
  }
  HttpServer server(
      http,
      [&router, log = audit.get()](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
        if (request->trace != nullptr) reply = Traced(router, *request, std::move(reply));
        if (log != nullptr) reply = Audited(*log, router, *request, std::move(reply));
        router.Handle(std::move(request), std::move(reply));
      },
      std::move(asked));
  machine.value()->metrics().SetHttpStats([&server] { return server.stats(); });
  if (http.tls != nullptr) {
    AddTlsMetrics(*http.tls, server, machine.value()->metrics().registry());
  }
  machine.value()->metrics().registry().AddSource([](MetricPage* page) {
    page->Counter("assay_log_lines_left_out_total",
                  "Lines that the log left out because many like them came.", LogLinesLeftOut());
  });
  ApiService& api = machine.value()->api();
  gate.SetNeighbours(&api.neighbours());
  RelayDoor relay(gate, router, api.neighbours());
  Status started;
  if (!options.takeover.empty()) started = relay.Open(options, api.node().instance());
  if (started.ok()) started = duties.Listen(options, server, api, relay.path());
  // The name may have got another address since it was looked up.
  if (started.ok() && !server.loopback() && tokens == nullptr && !options.insecure) {
    started = NeedsTokens(options.host);
  }
  if (started.ok()) {
    gate.Listens(server.loopback(), options);
    started = server.Start();
  }
  if (started.ok()) started = duties.Serve(options, server, api, relay.path());
  if (!started.ok()) {
    duties.StopListening();
    spdlog::error("cannot listen on {}:{}: {}", options.host, options.port,
                  started.error().ToString());
    return 1;
  }
  if (machine.value()->history() != nullptr) machine.value()->history()->SetUpkeep(true);
  PrintBanner(options, server, duties, *machine.value(),
              *tracing ? (*tracing)->shown : std::string());
  NotifyServiceManager("READY=1");
  machine.value()->StartSelfTests();

  const int first = WaitForSignal(signals, tokens.get(), audit.get(), [&] {
    live.Reload([&](const Options& changed) {
      return ApplyReload(changed, http.tls.get(), duties, server, gate);
    });
  });
  const Options now = live.options();
  const bool replaced = first == NodeDuties::kReplacedSignal;
  if (!replaced) {
    spdlog::info("{}: draining, at most {} s; a second signal ends at once",
                 first == SIGINT ? "SIGINT" : "SIGTERM", now.drain_timeout_s);
  }
  std::thread impatience([] {
    WaitForEnd();
    // The spawner sees our sockets close and takes every box down with it.
    ::_exit(kExitInterrupted);
  });
  impatience.detach();
  const SteadyTime deadline = std::chrono::steady_clock::now() + FromSeconds(now.drain_timeout_s);
  if (replaced) {
    // HAProxy asks the other process from now on, and a service manager looks at that one.
    duties.StopListening();
    LetGo(now, *machine.value(), server, tokens.get(), deadline);
  } else {
    NotifyServiceManager("STOPPING=1");
  }
  Drain(now, *machine.value(), duties, server, relay, deadline);
  return 0;
}

}  // namespace assay
