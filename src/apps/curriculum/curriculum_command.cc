#include "apps/curriculum/curriculum_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pthread.h>
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

#include "access/credentials.h"
#include "api/shared/responses.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/nearest.h"
#include "apps/cli/terminal.h"
#include "apps/curriculum/curriculum_routes.h"
#include "apps/curriculum/stage_table.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "net/http_server.h"
#include "net/site_guard.h"

namespace assay {
namespace {

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;
constexpr int64_t kMostPlanBytes = 1 << 20;
constexpr int64_t kMostQueuedBytes = 256 << 20;
constexpr auto kDrain = std::chrono::seconds(5);

int Fail(const std::string& message, int exit_code = kExitUsage) {
  std::fprintf(stderr, "assay curriculum: %s\n", message.c_str());
  return exit_code;
}

int Fail(const Error& error) {
  // A file that isn't there, or stands where a folder must be, was named by whoever asks.
  const bool theirs = error.code == ErrorCode::kInvalidArgument || error.sys_errno == ENOENT ||
                      error.sys_errno == ENOTDIR || error.sys_errno == EEXIST;
  return Fail(error.code == ErrorCode::kInvalidArgument ? error.message : error.ToString(),
              theirs ? kExitUsage : kExitFailed);
}

// A preset's name, or a file.
Result<curriculum::Plan> LoadPlan(const std::string& named) {
  if (const curriculum::Preset* preset = curriculum::FindPreset(named)) {
    return curriculum::ParsePlan(std::string(preset->yaml), named);
  }
  if (!std::filesystem::exists(named)) {
    std::vector<std::string> names;
    for (const curriculum::Preset& preset : curriculum::Presets()) names.emplace_back(preset.name);
    const std::string near = NearestName(named, names);
    return Error{
        ErrorCode::kInvalidArgument, "curriculum", 0,
        fmt::format("there is no file '{}', and no preset of that name{}; presets are {}", named,
                    near.empty() ? "" : " (did you mean " + near + "?)", fmt::join(names, ", "))};
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(named, "curriculum", kMostPlanBytes));
  return curriculum::ParsePlan(text, named);
}

// Who may ask: nobody's web page and, where there is a token, nobody without it.
HttpGate MakeGate(std::shared_ptr<const SiteGuard> guard, const std::string& token) {
  // Hashes are compared, so that the time it takes says nothing about the token.
  const std::string wanted = token.empty() ? "" : Sha256Hex(token);
  return [guard, wanted](HttpRequest* head, const std::string&) -> std::optional<HttpResponse> {
    const Credentials credentials = TakeCredentials(head);
    if (const auto why = guard->WhyRefused(*head)) return SiteGuard::Refusal(*why);
    if (wanted.empty() || (!credentials.disagree && Sha256Hex(credentials.token) == wanted)) {
      return std::nullopt;
    }
    HttpResponse response;
    response.status = 401;
    response.headers.emplace_back("WWW-Authenticate", "Bearer");
    response.body =
        R"({"error":{"code":"unauthorized","message":"a token is needed: Authorization: Bearer TOKEN"}})";
    return response;
  };
}

}  // namespace

void CurriculumCommand::AddTo(CommandLine* command) {
  command->Option("plan", plan_, "a plan (YAML), or the name of a preset");
  command
      ->Option("--problems", problems_,
               "file or folder of rows: JSONL, JSON or Parquet, also in gzip or Zstandard; may be "
               "repeated")
      .OnceEach();
  command->Option("--folder", folder_,
                  "folder for the state; a service that was stopped or killed goes on there");
  command->Option("--host", host_, "address to listen on").ShowDefault();
  command->Option("--port", port_, "port; 0: any that is free").ShowDefault().Between(0, 65535);
  command
      ->Option("--token", token_,
               "who asks must have it, as Authorization: Bearer TOKEN [ASSAY_TOKEN]")
      .FromEnvironment("ASSAY_TOKEN");
  command->Flag("--insecure", insecure_, "let anybody who reaches a public address ask");
  command->Option("--seed", seed_, "for all draws [the plan's, or 42]");
  command->Option("--id", id_, "field with a problem's name [id, problem_id, task_id, …]")
      .OnceEach();
  command->Option("--domain", domain_, "field with its domain [domain, task_type, ability]")
      .OnceEach();
  command
      ->Option("--solved", solved_,
               "field with how many rollouts solved it [curated.difficulty.solved, solved]")
      .OnceEach();
  command->Option("--of", of_, "field with of how many [curated.difficulty.attempts, of]")
      .OnceEach();
  command->Flag("--table", table_, "show what the plan makes of the problems, and end");
  command->Flag("--presets", presets_, "list the presets");
  command->Flag("--print-plan", print_plan_, "print the plan's YAML, to begin one's own with");
}

int CurriculumCommand::ListPresets() const {
  TextTable table({{"preset"}, {"what it is"}});
  for (const curriculum::Preset& preset : curriculum::Presets()) {
    table.AddRow({{std::string(preset.name)}, {std::string(preset.about)}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

int CurriculumCommand::Run(const Options& /*options*/) const {
  if (presets_) return ListPresets();
  if (plan_.empty()) return Fail("name a plan: a file or a preset (see --presets)");
  auto plan = LoadPlan(plan_);
  if (!plan.ok()) return Fail(plan.error());
  if (print_plan_) {
    std::fputs(plan->source.c_str(), stdout);
    return 0;
  }
  if (seed_ >= 0) plan->seed = static_cast<uint64_t>(seed_);
  if (problems_.empty()) return Fail("--problems: name a file of rows (see --help)");
  curriculum::ProblemFields fields;
  for (const auto& [given, field] :
       {std::pair(&id_, &fields.id), std::pair(&domain_, &fields.domain),
        std::pair(&solved_, &fields.solved), std::pair(&of_, &fields.of)}) {
    if (!given->empty()) *field = *given;
  }
  const auto read = curriculum::ReadProblemRows(problems_, fields);
  if (!read.ok()) return Fail(read.error());
  if (table_) {
    const auto table = StageTable(*plan, *read->problems);
    if (!table.ok()) return Fail(table.error());
    std::fputs(table->Render(WantsColour(stdout)).c_str(), stdout);
    return 0;
  }
  if (folder_.empty()) return Fail("--folder: name a folder for the state");
  return Serve(*plan, *read);
}

int CurriculumCommand::Serve(const curriculum::Plan& plan,
                             const curriculum::ReadProblems& read) const {
  // Before any thread begins, so that none of them takes the signal.
  const sigset_t signals = EndingSignals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  auto opened = curriculum::Desk::Open(folder_, plan, read.problems);
  if (!opened.ok()) return Fail(opened.error());
  curriculum::Desk& desk = **opened;
  HttpServerOptions options;
  options.host = host_;
  options.port = port_;
  options.io_threads = 1;
  options.decode_threads = 1;
  const auto local = HttpServer::OnlyLocal(host_);
  if (!local.ok()) return Fail("--host: " + local.error().message);
  if (!*local && token_.empty() && !insecure_) {
    return Fail("--host: others than this machine reach " + host_ +
                "; give a --token, or --insecure to let anybody ask");
  }
  Router router;
  Executor work(kMostQueuedBytes, 2);
  RegisterCurriculumRoutes(desk, work, &router);
  const auto guard =
      std::make_shared<const SiteGuard>(*local, host_, std::vector<std::string>(), !token_.empty());
  HttpServer server(
      options,
      [&router](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
        router.Handle(std::move(request), std::move(reply));
      },
      MakeGate(guard, token_));
  if (const Status started = server.Start(); !started.ok()) return Fail(started.error());
  if (desk.torn_bytes() > 0) {
    std::fprintf(stderr, "the journal's last line was unfinished (%lld bytes) and is left out\n",
                 static_cast<long long>(desk.torn_bytes()));
  }
  const curriculum::Summary now = desk.Summarise();
  const bool ipv6 = host_.find(':') != std::string::npos;
  std::fputs(fmt::format("plan {}, stage {}, step {}, {} problems, {} of them measured\n"
                         "listening on http://{}:{}; Ctrl-C ends it\n",
                         plan.name, plan.stages[now.stage].name, now.step, read.problems->size(),
                         read.measured, ipv6 ? "[" + host_ + "]" : host_, server.port())
                 .c_str(),
             stderr);
  std::fflush(stderr);
  int signal = 0;
  ::sigwait(&signals, &signal);
  server.Stop(std::chrono::steady_clock::now() + kDrain);
  return 0;
}

}  // namespace assay
