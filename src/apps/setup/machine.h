// Machine: the program put together. The only place where the concrete runner meets the engine and
// the routes; `serve` adds sockets to it, `run` talks to its routes directly.
//
// Threading: Create and the destructor belong to one thread; what the accessors return says for
// itself. Outlives every HTTP server that uses router().
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "access/box_tokens.h"
#include "api/datasets/dataset_store.h"
#include "api/metrics.h"
#include "api/service.h"
#include "api/verdict_observer.h"
#include "apps/selftest/self_tests.h"
#include "apps/setup/llm_judge.h"
#include "apps/setup/options.h"
#include "apps/setup/sandbox_service.h"
#include "base/clock.h"
#include "base/result.h"
#include "engine/engine.h"
#include "history/history.h"
#include "langs/language.h"
#include "net/router.h"
#include "runner/runner.h"
#include "store/disk_store.h"

namespace assay {

// What is done about what makes programs faster (C++'s precompiled header, class archives), if it
// isn't there yet: making it costs seconds once.
enum class PrecompiledHeaderUse {
  kMakeMeanwhile,  // on a thread of its own, while programs are judged without it
  kMakeFirst,      // what pays at once before anything is judged, the rest meanwhile
  kAsItIs,         // only what is there is used
};

// Whether there are sandboxes that live, as far as options and host allow them.
enum class SandboxUse { kNone, kWanted };

// Whether it remembers what it judges, as the options say.
enum class HistoryUse { kNone, kWanted };

// What the server's own routes show of what is around the machine. All of it outlives the machine.
struct MachineSurroundings {
  PeerBook* peers = nullptr;                                 // null: none
  std::function<std::vector<ConfigRow>()> config = nullptr;  // null: nothing
  const LogTail* logs = nullptr;                             // null: nothing
};

// How many threads serve its sockets.
int IoThreads(const Options& options);

class Machine {
 public:
  // Starts the sandbox and probes the toolchains: may take seconds. `only` names the languages that
  // will be asked for, when that is known; empty: any. What `access` refers to outlives it.
  static Result<std::unique_ptr<Machine>> Create(const Options& options,
                                                 PrecompiledHeaderUse headers,
                                                 const std::vector<std::string>& only = {},
                                                 SandboxUse sandboxes = SandboxUse::kNone,
                                                 HistoryUse history = HistoryUse::kNone,
                                                 MachineSurroundings surroundings = {},
                                                 const AccessParts& access = {});
  Machine(const Machine&) = delete;
  ~Machine();

  const Router& router() const { return router_; }
  ApiService& api() { return *api_; }
  Engine& engine() { return *engine_; }
  Metrics& metrics() { return metrics_; }
  const Runner& runner() const { return *runner_; }
  const LanguageTable& languages() const { return languages_; }
  const std::vector<Toolchain>& toolchains() const { return toolchains_; }
  const SelfTestBoard& self_tests() const { return self_test_board_; }
  // Of the sandboxes of this server.
  const BoxTokens& box_tokens() const { return box_tokens_; }
  // That live; null: none.
  Sandboxes* sandboxes() const {
    return sandbox_service_ == nullptr ? nullptr : sandbox_service_->sandboxes.get();
  }
  // What was judged; null: nobody remembers.
  History* history() const { return history_.get(); }
  // How Python programs start here, as a phrase for people.
  const std::string& python_start() const { return python_start_; }

  // Has the toolchains that haven't passed their self-test yet tested in the background, one
  // program at a time, as long as the machine is there.
  void StartSelfTests();
  // Has none of them begin any more, and gives up the program that runs.
  void StopSelfTests() { self_testing_.request_stop(); }
  // Tests them all, whatever is known, and waits for it.
  void RunSelfTests();

 private:
  explicit Machine(const Options& options);
  void Prepare(const std::string& cache_dir, PrecompiledHeaderUse headers);

  const RealClock clock_;
  BoxTokens box_tokens_{clock_};
  Metrics metrics_;
  LanguageTable languages_;
  std::vector<Toolchain> toolchains_;
  SelfTestBoard self_test_board_;
  std::string python_start_;
  std::unique_ptr<Runner> runner_;
  std::unique_ptr<DiskStore> problem_disk_;  // null: none
  std::unique_ptr<DatasetStore> datasets_;   // null: none
  std::unique_ptr<DiskStore> compile_disk_;
  std::unique_ptr<History> history_;  // null: none
  std::unique_ptr<VerdictObserver> observer_;
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<ConfiguredLlmJudge> judge_;
  std::unique_ptr<ConfiguredGradeJudge> grade_judge_;
  std::unique_ptr<ConfiguredSandboxes> sandbox_service_;  // null: none
  std::unique_ptr<ApiService> api_;
  Router router_;
  std::unique_ptr<SelfTests> self_tests_;  // null: off
  std::jthread self_testing_;
  std::jthread preparing_;  // makes what makes programs faster; stopped first
};

}  // namespace assay
