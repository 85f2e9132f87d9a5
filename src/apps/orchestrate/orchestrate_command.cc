#include "apps/orchestrate/orchestrate_command.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <thread>
#include <utility>

#include "apps/cli/failure.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "apps/orchestrate/orchestrate_routes.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "data/rows/rows.h"
#include "text/json_reader.h"
#include "text/number.h"

namespace assay {
namespace {

constexpr int kExitFailed = 1;
constexpr int64_t kMostKeyBytes = 1 << 16;
constexpr size_t kMostSlots = 8192;  // of all servers: each is a thread
constexpr int64_t kMostQueuedBytes = 1 << 30;
constexpr auto kBetweenLooks = std::chrono::milliseconds(250);
constexpr auto kDrain = std::chrono::seconds(5);

int Fail(const std::string& message, int exit_code = kExitUsage) {
  std::fprintf(stderr, "assay orchestrate: %s\n", message.c_str());
  return exit_code;
}

int Fail(const Error& error) {
  return TellFailure("orchestrate", error);
}

Error Wrong(const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, "orchestrate", 0, message};
}

Result<std::vector<orchestra::Task>> ReadTasks(const std::vector<std::string>& paths,
                                               const std::string& system) {
  std::vector<orchestra::Task> tasks;
  const auto on_row = [&](std::string_view row) -> Status {
    ASSAY_ASSIGN_OR_RETURN(orchestra::Task task, orchestra::ReadTask(row, system));
    tasks.push_back(std::move(task));
    return {};
  };
  if (paths.empty()) return tasks;  // --evaluate need not be there
  ASSAY_RETURN_IF_ERROR(ForEachRowOf(paths, on_row));
  return tasks;
}

// "10000:12000".
Result<orchestra::ConductorOptions::Interruption> ReadWindow(const std::string& text,
                                                             const std::string& phrase) {
  const size_t colon = text.find(':');
  const auto from = NumberIn<int64_t>(std::string_view(text).substr(0, colon));
  const auto to = colon == std::string::npos
                      ? std::optional<int64_t>()
                      : NumberIn<int64_t>(std::string_view(text).substr(colon + 1));
  if (!from || !to || *from < 1 || *to < *from) {
    return Wrong("--interrupt: must be tokens FROM:TO, such as 10000:12000, not '" + text + "'");
  }
  return orchestra::ConductorOptions::Interruption{*from, *to, phrase};
}

// One line on a terminal that says how it goes; nothing elsewhere.
class LiveLine {
 public:
  LiveLine() : active_(IsTerminal(stderr)) {}
  ~LiveLine() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  void Show(const orchestra::ConductorCounts& counts) {
    if (!active_) return;
    shown_ = true;
    const double reward =
        counts.rewarded == 0 ? 0 : counts.reward_sum / static_cast<double>(counts.rewarded);
    std::fputs(fmt::format("\r\033[Kstep {}, weights {}: {} of {} slots busy, {} groups open, {} "
                           "waiting, reward {:.3f}, {} masked, {} too old{}",
                           counts.step, counts.version, counts.flow.under_way, counts.slots,
                           counts.flow.open_groups, counts.flow.waiting_groups, reward,
                           counts.flow.masked, counts.flow.too_old, counts.done ? "; done" : "")
                   .c_str(),
               stderr);
    std::fflush(stderr);
  }

 private:
  const bool active_;
  bool shown_ = false;
};

}  // namespace

void OrchestrateCommand::AddTo(CommandLine* command) {
  command->Option("plan", plan_, "a plan (YAML) or a preset, as `assay curriculum` has them")
      .Required();
  command
      ->Option("--problems", problems_,
               "file or folder of rows with questions and what judges the answers; may be repeated")
      .OnceEach()
      .Required();
  command
      ->Option("--folder", folder_,
               "folder for the state and the batches; a run that was stopped or killed goes on "
               "there")
      .Required();
  command
      ->Option("--server", servers_,
               "an OpenAI-compatible inference server, http://HOST:8000/v1; may be repeated")
      .OnceEach()
      .Required();
  command->Option("--model", model_, "the model's name there").Required();
  command->Option("--key-file", key_file_, "file with the servers' key");
  command->Option("--server-cacert", server_ca_, "PEM file with their authority");
  command->Option("--update", update_, "how a server is given weights")
      .ShowDefault()
      .OneOf({"prime-rl", "vllm", "none"});
  command->Option("--server-slots", slots_, "rollouts that a server makes at a time")
      .ShowDefault()
      .Between(1, 4096);
  command->Option("--batch-groups", batch_groups_, "groups of a batch [the first stage's]");
  command->Option("--max-off-policy", most_off_policy_, "steps that a rollout may be behind")
      .ShowDefault()
      .Between(0, 1 << 20);
  command
      ->Option("--staleness", staleness_,
               "what counts: age, of the weights that a group was begun with; policies, that wrote "
               "a rollout")
      .ShowDefault()
      .OneOf({"age", "policies"});
  command->Option("--waiting-batches", waiting_batches_, "batches that may wait for the trainer")
      .ShowDefault()
      .Between(1, 1024);
  command->Option("--records", records_, "the shape of a batch's lines")
      .ShowDefault()
      .OneOf({"assay", "prime-rl", "verl"});
  command->Option("--system", system_, "a message before each question");
  command->Flag("--no-token-ids", no_token_ids_,
                "don't ask for token ids and log-probabilities, which some servers refuse");
  command->Option("--extra-body", extra_body_, "JSON object whose members go into each request")
      .ShowDefault();
  command->Option("--rollout-timeout-s", rollout_timeout_s_, "seconds that a rollout may take")
      .ShowDefault()
      .Between(1, 1 << 24);
  command->Option(
      "--interrupt", interrupt_,
      "cut thinking anywhere between so many tokens, FROM:TO, for it to come to an end");
  command->Option("--interrupt-phrase", phrase_, "what is put there [ScaleRL's words]");
  command
      ->Option("--evaluate", evaluate_,
               "rows that are evaluated between the others; may be repeated")
      .OnceEach();
  command->Option("--evaluate-every", evaluate_every_, "steps between evaluations")
      .ShowDefault()
      .Between(1, 1 << 30);
  command->Option("--evaluate-rollouts", evaluate_rollouts_, "rollouts of each of their rows")
      .ShowDefault()
      .Between(1, 4096);
  command->Option("--seed", seed_, "for all draws [the plan's, or 42]").Between(0, INT64_MAX);
  fields_.AddTo(command);
  listener_.AddTo(command);
  judge_.AddTo(command);
}

Result<orchestra::ConductorOptions> OrchestrateCommand::ConductorOptionsOf(
    const curriculum::Plan& plan) const {
  orchestra::ConductorOptions options;
  options.slots = slots_;
  options.batch_groups = batch_groups_ > 0 ? batch_groups_ : plan.stages[0].groups;
  options.most_off_policy = most_off_policy_;
  options.staleness =
      staleness_ == "age" ? orchestra::Staleness::kAge : orchestra::Staleness::kPolicies;
  if (options.staleness == orchestra::Staleness::kPolicies && most_off_policy_ < 1) {
    return Wrong(
        "--max-off-policy: must be at least 1 with --staleness policies: each rollout has "
        "one");
  }
  options.most_waiting_batches = waiting_batches_;
  options.model = model_;
  options.rollout_timeout = std::chrono::seconds(rollout_timeout_s_);
  options.token_ids = !no_token_ids_;
  JsonError error;
  const auto extra = JsonDocument::Parse(extra_body_, &error);
  if (!extra || !extra->root().Is(JsonType::kObject)) {
    return Wrong("--extra-body: must be a JSON object, such as {\"top_p\": 0.95}");
  }
  const std::string_view members = extra->root().raw();
  options.extra_body = TrimAsciiSpace(members.substr(1, members.size() - 2));
  options.shape = orchestra::kRecordShapeNames.Find(records_).value();
  if (!interrupt_.empty()) {
    ASSAY_ASSIGN_OR_RETURN(options.interruption, ReadWindow(interrupt_, phrase_));
  }
  options.evaluate_every = evaluate_.empty() ? 0 : evaluate_every_;
  options.evaluate_rollouts = evaluate_rollouts_;
  options.evaluate_tokens = plan.stages[0].response_tokens.At(0);
  options.evaluate_temperature = plan.stages[0].temperature.At(0);
  return options;
}

Result<std::vector<std::unique_ptr<orchestra::InferenceServer>>> OrchestrateCommand::Servers()
    const {
  if (servers_.size() * static_cast<size_t>(slots_) > kMostSlots) {
    return Wrong(
        fmt::format("--server-slots: {} servers with {} each are more than {} rollouts at a "
                    "time",
                    servers_.size(), slots_, kMostSlots));
  }
  std::string key;
  if (!key_file_.empty()) {
    ASSAY_ASSIGN_OR_RETURN(key, ReadFile(key_file_, "--key-file", kMostKeyBytes));
    key = TrimAsciiSpace(key);
  }
  std::vector<std::unique_ptr<orchestra::InferenceServer>> servers;
  for (const std::string& url : servers_) {
    auto server = orchestra::InferenceServer::Create(
        {url, key, server_ca_, orchestra::kUpdateStyleNames.Find(update_).value()});
    if (!server.ok()) return Wrong("--server: " + server.error().message);
    servers.push_back(std::move(server).value());
  }
  return servers;
}

int OrchestrateCommand::Run(const Options& options) const {
  auto plan = LoadPlan(plan_);
  if (!plan.ok()) return Fail(plan.error());
  if (seed_) plan->seed = static_cast<uint64_t>(*seed_);
  auto conducting = ConductorOptionsOf(*plan);
  if (!conducting.ok()) return Fail(conducting.error());
  auto servers = Servers();
  if (!servers.ok()) return Fail(servers.error());
  const auto read = curriculum::ReadProblemRows(problems_, fields_.Fields());
  if (!read.ok()) return Fail(read.error());
  const auto tasks = ReadTasks(problems_, system_);
  if (!tasks.ok()) return Fail("--problems: " + tasks.error().message);
  auto evaluations = ReadTasks(evaluate_, system_);
  if (!evaluations.ok()) return Fail("--evaluate: " + evaluations.error().message);
  // Before any thread begins, so that none of them takes the signal.
  const sigset_t signals = EndingSignals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  auto judge = MakeJudge(options, judge_, PrecompiledHeaderUse::kMakeMeanwhile);
  if (!judge.ok()) return Fail(judge.error().ToString(), ExitCodeOf(judge.error()));
  conducting->judging = RequestsUnderWay(**judge, 64);
  auto desk = curriculum::Desk::Open(folder_, *plan, read->problems);
  if (!desk.ok()) return Fail(desk.error());
  auto conductor =
      orchestra::Conductor::Create(*std::move(conducting), folder_, desk->get(), &*tasks,
                                   &*evaluations, std::move(servers).value(), judge->get());
  if (!conductor.ok()) return Fail(conductor.error());
  return Conduct(**conductor, signals);
}

int OrchestrateCommand::Conduct(orchestra::Conductor& conductor, const sigset_t& signals) const {
  Router router;
  Executor files(kMostQueuedBytes, 2);
  RegisterOrchestrateRoutes(conductor, files, &router);
  const auto server = listener_.Start(router);
  if (!server.ok()) return Fail(server.error());
  std::fprintf(stderr, "listening on %s; Ctrl-C ends it\n", listener_.UrlOf(**server).c_str());
  std::fflush(stderr);
  std::atomic<bool> over{false};
  std::thread watch([&] {
    LiveLine line;
    while (!over) {
      const timespec wait = {0, std::chrono::nanoseconds(kBetweenLooks).count()};
      if (::sigtimedwait(&signals, nullptr, &wait) >= 0) conductor.Stop();
      line.Show(conductor.counts());
    }
  });
  const Status ended = conductor.Run();
  over = true;
  watch.join();
  (*server)->Stop(std::chrono::steady_clock::now() + kDrain);
  if (!ended.ok()) return Fail(ended.error().ToString(), kExitFailed);
  return 0;
}

}  // namespace assay
