#include <pthread.h>
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include "apps/cli/interrupt.h"
#include "apps/env/roll/env_routes.h"
#include "apps/env/roll/env_service.h"
#include "apps/env/roll/scoring.h"
#include "apps/env/roll_verbs.h"
#include "base/work/executor.h"

namespace assay {
namespace {

constexpr char kVerb[] = "serve";
constexpr int64_t kMostQueuedBytes = 256 << 20;
constexpr int kCallsAtOnce = 8;  // for rollouts and scores; others wait
constexpr auto kDrain = std::chrono::seconds(5);

}  // namespace

void EnvServeVerb::AddTo(CommandLine* command) {
  environments_.AddTo(command);
  command
      ->Option("--out", folder_,
               "folder with a folder for each run of rollouts; made when it isn't there")
      .Required();
  endpoint_.AddTo(command);
  listener_.AddTo(command);
  server_.AddTo(command, "have a running server score, and keep the sandboxes");
}

int EnvServeVerb::Run(const Options& options) const {
  const auto fail = [](const Error& error) { return FailEnv(kVerb, error, ExitCodeOf(error)); };
  EnvServiceOptions serving;
  const auto sampling = endpoint_.Sampling();
  if (!sampling.ok()) return fail(sampling.error());
  auto asking = endpoint_.Asking();
  if (!asking.ok()) return fail(asking.error());
  const auto client = endpoint_.Client();
  if (!client.ok()) return fail(client.error());
  auto opened = environments_.Open(*sampling);
  if (!opened.ok()) return fail(opened.error());
  env::PlanOptions planning;
  planning.rows = environments_.use();
  auto plan = env::MakePlan(opened->parts, planning);
  if (!plan.ok()) return fail(plan.error());
  // Before any thread begins, so that none of them takes the signal.
  const sigset_t signals = EndingSignals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  const auto judge =
      MakeJudge(options, server_, PrecompiledHeaderUse::kMakeMeanwhile, {},
                NeedsSandboxes(opened->parts) ? SandboxUse::kWanted : SandboxUse::kNone);
  if (!judge.ok()) return fail(judge.error());
  if (const Status there = TrySandboxes(opened->parts, *plan, judge->get()); !there.ok()) {
    return fail(there.error());
  }
  serving.parts = opened->parts;
  serving.tasks = *std::move(plan);
  serving.folder = folder_;
  serving.sampling = *sampling;
  serving.asking = *std::move(asking);
  serving.transport = [&client](const std::string& body, SteadyTime deadline,
                                const CancelToken& cancel, HttpFailure* failure) {
    return (*client)->Send(body, deadline, nullptr, &cancel, failure);
  };
  serving.judge = judge->get();
  EnvService service(std::move(serving));
  Router router;
  Executor work(kMostQueuedBytes, kCallsAtOnce);
  RegisterEnvRoutes(service, work, &router);
  const auto server = listener_.Start(router);
  if (!server.ok()) return fail(server.error());
  std::fprintf(stderr, "listening on %s; Ctrl-C ends it\n", listener_.UrlOf(**server).c_str());
  std::fflush(stderr);
  int signal = 0;
  ::sigwait(&signals, &signal);
  // What was begun comes to its end; a second signal doesn't wait for that.
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  service.Stop();
  work.Flush();
  (*server)->Stop(std::chrono::steady_clock::now() + kDrain);
  return 0;
}

}  // namespace assay
