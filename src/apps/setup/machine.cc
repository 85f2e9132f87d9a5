#include "apps/setup/machine.h"

#include <sched.h>

#include <algorithm>
#include <future>

#include "apps/setup/preparations.h"
#include "apps/setup/sandbox_setup.h"
#include "apps/setup/stores.h"
#include "apps/setup/version.h"
#include "base/log.h"
#include "base/text.h"
#include "sandbox/box_runner.h"

namespace assay {

namespace {

int UsableCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  return ::sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

// Few by default: programs under test are timed on the same cores.
int MathThreads(const Options& options) {
  if (options.math_threads > 0) return static_cast<int>(options.math_threads);
  return std::max(1, UsableCores() / 4);
}

SubmitFunction SubmitTo(Engine& engine) {
  return [&engine](Submission submission, SubmissionDone done) {
    return engine.Submit(std::move(submission), std::move(done));
  };
}

}  // namespace

// A request keeps one for a fifth of a millisecond, and a core for its program ten times as long.
int IoThreads(const Options& options) {
  if (options.io_threads > 0) return static_cast<int>(options.io_threads);
  return std::max(2, UsableCores() / 8);
}

Machine::Machine(const Options& options)
    : languages_(options.language_config, options.languages),
      router_([this](std::string_view route, int status, Nanoseconds duration,
                     const RequestTrace* trace) {
        metrics_.OnHttp(route, status, duration, {trace, 0});
      }) {}

Machine::~Machine() {
  // So that the wait for its program is short.
  StopSelfTests();
  // Its callbacks use the routes' parts.
  if (engine_) engine_->Drain(clock_.Now());
  if (history_) history_->SetEngineStats(nullptr);
}

void Machine::Prepare(const std::string& cache_dir, PrecompiledHeaderUse headers) {
  std::vector<std::string> failures;
  auto left = languages_.Prepare(cache_dir, &failures);
  for (const std::string& failure : failures) spdlog::warn("{}", failure);
  if (headers == PrecompiledHeaderUse::kAsItIs) return;
  if (headers == PrecompiledHeaderUse::kMakeFirst) {
    const auto slow = std::stable_partition(
        left.begin(), left.end(), [](const Preparation& one) { return one.pays_at_once; });
    MakePreparations({left.begin(), slow}, {}, stderr);
    left.erase(left.begin(), slow);
  }
  if (left.empty()) return;
  preparing_ = std::jthread([left = std::move(left)](const std::stop_token& stop) {
    MakePreparations(left, stop, nullptr);
  });
}

void Machine::StartSelfTests() {
  if (self_tests_ == nullptr) return;
  self_testing_ = std::jthread([this](const std::stop_token& stop) {
    self_tests_->Run(SubmitTo(*engine_), /*anew=*/false, /*at_once=*/1, stop);
  });
}

void Machine::RunSelfTests() {
  if (self_tests_ == nullptr) return;
  self_tests_->Run(SubmitTo(*engine_), /*anew=*/true, runner_->slots(), {});
}

Result<std::unique_ptr<Machine>> Machine::Create(const Options& options,
                                                 PrecompiledHeaderUse headers,
                                                 const std::vector<std::string>& only,
                                                 SandboxUse sandboxes, HistoryUse history,
                                                 MachineSurroundings surroundings,
                                                 const AccessParts& access) {
  std::unique_ptr<Machine> machine(new Machine(options));
  ASSAY_RETURN_IF_ERROR(machine->languages_.CheckSettings());
  machine->Prepare(VisibleCacheDirectory(options), headers);
  ASSAY_ASSIGN_OR_RETURN(machine->judge_, MakeLlmJudge(options));
  ASSAY_ASSIGN_OR_RETURN(machine->grade_judge_, MakeGradeJudge(options));
  if (!options.datasets.empty()) {
    ASSAY_ASSIGN_OR_RETURN(machine->datasets_, DatasetStore::Load(options.datasets));
  }
  ASSAY_ASSIGN_OR_RETURN(SandboxOptions sandbox, SandboxOptionsOf(options, machine->languages_));
  // Both wait for small programs to end.
  auto settled =
      std::async(std::launch::async, [&] { return SettlePythonSavings(options, &sandbox); });
  machine->toolchains_ = machine->languages_.Probe(only);
  const PythonSavings savings = settled.get();
  const Settled& quick_end = savings.quick_end;
  const Settled& restore = savings.restore;
  spdlog::debug("quick end of Python runs: {} ({})", quick_end.on ? "on" : "off", quick_end.why);
  spdlog::debug("restoring Python runs: {} ({})", restore.on ? "on" : "off", restore.why);
  machine->python_start_ = sandbox.warm_programs.empty() ? "cold, which is slower: " + quick_end.why
                           : restore.on
                               ? "forked from a waiting interpreter, and restored between tests"
                               : "forked from a waiting interpreter";
  if (sandboxes == SandboxUse::kWanted) {
    machine->sandbox_service_ = MakeSandboxService(options, sandbox, machine->clock_,
                                                   access.tenants, &machine->metrics_.registry());
  }
  ASSAY_ASSIGN_OR_RETURN(std::unique_ptr<BoxRunner> boxes, BoxRunner::Create(std::move(sandbox)));
  const int64_t memory_guard_bytes = boxes->memory_guard_bytes();
  machine->runner_ = std::move(boxes);

  const std::string cache = CacheDirectory(options);
  machine->problem_disk_ = OpenStore(cache + "/problems", options.problem_disk_mb);
  machine->compile_disk_ = OpenStore(cache + "/compiled", options.compile_disk_mb);
  EngineOptions engine;
  engine.tenants = access.tenants;
  engine.compile_cache_bytes = options.compile_cache_mb << 20;
  engine.verdict_cache_bytes = options.verdict_cache_mb << 20;
  engine.time_multiplier = options.time_multiplier;
  engine.unseparated = options.unseparated == "mask"     ? Unseparated::kMask
                       : options.unseparated == "refuse" ? Unseparated::kRefuse
                                                         : Unseparated::kAccept;
  engine.compile_disk = machine->compile_disk_.get();
  engine.toolchain_identities = ToolchainIdentities(machine->toolchains_);
  engine.max_queued_submissions = static_cast<int>(options.max_queue);
  engine.max_queued_bytes = options.max_queue_mb << 20;
  for (const Toolchain& toolchain : machine->toolchains_) {
    engine.toolchains[toolchain.language] = toolchain.version;
  }
  if (history == HistoryUse::kWanted) {
    machine->history_ = OpenHistory(options);
  }
  machine->observer_ =
      std::make_unique<VerdictObserver>(machine->metrics_, machine->history_.get());
  machine->engine_ = std::make_unique<Engine>(engine, *machine->runner_, machine->languages_,
                                              machine->clock_, machine->observer_.get());
  if (machine->history_) {
    machine->history_->SetEngineStats([raw = machine->engine_.get()] { return raw->stats(); });
  }
  if (options.toolchain_self_test == "on") {
    machine->self_tests_ = std::make_unique<SelfTests>(
        SelfTestSetup{machine->languages_, machine->toolchains_, engine.toolchain_identities,
                      machine->runner_->tier(), BuildName(), cache + "/self-tests"},
        &machine->self_test_board_);
  }
  ApiOptions api;
  api.access = access;
  api.tls = !options.tls_cert.empty();
  api.share_problems = access.tokens == nullptr || options.share_problems == "on";
  api.self_tests = &machine->self_test_board_;
  api.desk.beyond = FromSeconds(options.client_patience_s);
  api.desk.tries = static_cast<int>(options.client_tries);
  api.build = BuildName();
  api.ui = options.ui == "on";
  api.node = options.node_name;
  api.peers = surroundings.peers;
  api.config = std::move(surroundings.config);
  api.logs = surroundings.logs;
  api.limits.time_multiplier = options.time_multiplier;
  api.limits.memory_guard_bytes = memory_guard_bytes;
  api.limits.output_bytes = options.output_cap_mb << 20;
  api.problem_store_bytes = options.problem_store_mb << 20;
  api.problem_disk = machine->problem_disk_.get();
  api.datasets = machine->datasets_.get();
  api.box_tokens = &machine->box_tokens_;
  api.sandboxes = machine->sandboxes();
  api.history = machine->history();
  api.math_threads = MathThreads(options);
  if (machine->judge_) {
    api.math_judge = machine->judge_->judge.get();
    api.math_second_opinion = machine->judge_->mode;
  }
  if (machine->grade_judge_) api.grade_judge = machine->grade_judge_->judge.get();
  machine->api_ = std::make_unique<ApiService>(api, *machine->engine_, machine->languages_,
                                               machine->toolchains_, machine->metrics_,
                                               machine->runner_->tier());
  machine->api_->RegisterRoutes(machine->router_);
  return machine;
}

}  // namespace assay
