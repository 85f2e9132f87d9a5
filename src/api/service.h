// ApiService: every route of the API, bound to one engine.
//
// The engine is reached through SubmitSink, so that routes are tested without one. Threading:
// construct, RegisterRoutes, then everything is thread-safe. Outlives the HTTP server's handlers
// and the engine's callbacks: stop the server, drain the engine, then destroy.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "api/languages.h"
#include "api/math/math_judge.h"
#include "api/math/math_pool.h"
#include "api/math/math_run.h"
#include "api/metrics.h"
#include "api/problems/parsed_problems.h"
#include "engine/engine.h"
#include "langs/language.h"
#include "net/router.h"
#include "store/problem_store.h"
#include "store/write_behind.h"

namespace assay {

struct ApiOptions {
  // Kept of each output of a run, and the most a native request may ask for.
  int64_t output_bytes = 64LL << 20;
  // No run gets more memory, asked or not. 0: no ceiling.
  int64_t memory_ceiling_bytes = 0;
  // Native requests that name no memory limit get this one.
  int64_t default_memory_bytes = 1LL << 30;
  // Memory of compile steps, which a program's own limit never touches.
  int64_t compile_memory_bytes = 2LL << 30;
  // The engine's, for results and bundles to say.
  double time_multiplier = 1;
  // Longest time limit; compatible routes shorten to it, native ones refuse more.
  double max_time_limit_s = 3600;
  int max_submissions_per_request = 100'000;
  // Threads that verify math answers. They compete with the programs being timed.
  int math_threads = 1;
  // Gives second opinions on math answers; null: nobody. Outlives the service.
  MathJudge* math_judge = nullptr;
  // Where a request does not say.
  SecondOpinion math_second_opinion = SecondOpinion::kOff;
  // What judges, for verdict bundles: version and commit.
  std::string build = ASSAY_VERSION;
  // `executor_pod_name` of compatible answers; empty: null.
  std::string pod_name;
  // Decoded problems kept in memory: half for those sent by PUT, half for those inside requests.
  int64_t problem_store_bytes = 1LL << 30;
  // Where problems survive a restart; null: nowhere. Outlives the service.
  DiskStore* problem_disk = nullptr;
};

// What routes need of the engine. Thread-safe.
class SubmitSink {
 public:
  virtual ~SubmitSink() = default;
  virtual Result<TicketPtr> Submit(Submission submission, Engine::Done done) = 0;
  virtual EngineStats stats() const = 0;
  virtual int RetryAfterSeconds() const = 0;
};

class EngineSink final : public SubmitSink {
 public:
  explicit EngineSink(Engine& engine) : engine_(engine) {}
  Result<TicketPtr> Submit(Submission submission, Engine::Done done) override {
    return engine_.Submit(std::move(submission), std::move(done));
  }
  EngineStats stats() const override { return engine_.stats(); }
  int RetryAfterSeconds() const override { return engine_.RetryAfterSeconds(); }

 private:
  Engine& engine_;
};

// What every route works with. Stays where it is: the store decodes through it.
struct ApiContext {
  ApiOptions options;
  SubmitSink& sink;
  ApiLanguages languages;
  Metrics& metrics;
  std::string tier;
  std::atomic<bool> draining{false};
  // Why the sandbox can't run anything, or OK. Set before serving.
  std::function<Status()> sandbox_health;
  // Its tasks use the context by pointer, so that none of them owns the pool it runs on.
  MathPool math_pool{options.math_threads, MathPool::Bounds{}};
  std::unique_ptr<ProblemStore> problems{};
  std::unique_ptr<ParsedProblems> parsed{};
  // Decodes, hashes and writes problems. Last, so that it ends before what it works on.
  std::unique_ptr<WriteBehind> disk_thread{};
};

class ApiService {
 public:
  // `sink` or `engine`, `table` and `metrics` outlive the service. `tier` names the isolation tier
  // for /v1/info.
  ApiService(ApiOptions options, SubmitSink& sink, const LanguageTable& table,
             std::vector<Toolchain> toolchains, Metrics& metrics, std::string tier);
  ApiService(ApiOptions options, Engine& engine, const LanguageTable& table,
             std::vector<Toolchain> toolchains, Metrics& metrics, std::string tier);
  ~ApiService();

  // `router` outlives the service's handlers.
  void RegisterRoutes(Router& router);
  // Waits until every problem received so far is stored and answered.
  void FlushProblems() { context_->disk_thread->Flush(); }
  // From now on /readyz says 503, so that load balancers look elsewhere.
  void SetDraining() { context_->draining = true; }
  // Asked by /readyz; must answer at once. Call before serving.
  void SetSandboxHealth(std::function<Status()> health) {
    context_->sandbox_health = std::move(health);
  }

 private:
  void MakeStores();

  std::unique_ptr<EngineSink> own_sink_;
  std::shared_ptr<ApiContext> context_;
};

}  // namespace assay
