#include "apps/curriculum/curriculum_command.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>

#include "apps/cli/failure.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "apps/curriculum/curriculum_routes.h"
#include "apps/curriculum/stage_table.h"

namespace assay {
namespace {

constexpr int kExitUsage = 2;
constexpr int64_t kMostQueuedBytes = 256 << 20;
constexpr auto kDrain = std::chrono::seconds(5);

int Fail(const std::string& message) {
  std::fprintf(stderr, "assay curriculum: %s\n", message.c_str());
  return kExitUsage;
}

int Fail(const Error& error) {
  return TellFailure("curriculum", error);
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
  listener_.AddTo(command);
  command->Option("--seed", seed_, "for all draws [the plan's, or 42]").Between(0, INT64_MAX);
  fields_.AddTo(command);
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
  if (seed_) plan->seed = static_cast<uint64_t>(*seed_);
  if (problems_.empty()) return Fail("--problems: name a file of rows (see --help)");
  const auto read = curriculum::ReadProblemRows(problems_, fields_.Fields());
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
  Router router;
  Executor work(kMostQueuedBytes, 2);
  RegisterCurriculumRoutes(desk, work, &router);
  const auto server = listener_.Start(router);
  if (!server.ok()) return Fail(server.error());
  if (desk.torn_bytes() > 0) {
    std::fprintf(stderr, "the journal's last line was unfinished (%lld bytes) and is left out\n",
                 static_cast<long long>(desk.torn_bytes()));
  }
  const curriculum::Summary now = desk.Summarise();
  std::fputs(fmt::format("plan {}, stage {}, step {}, {} problems, {} of them measured\n"
                         "listening on {}; Ctrl-C ends it\n",
                         plan.name, plan.stages[now.stage].name, now.step, read.problems->size(),
                         read.measured, listener_.UrlOf(**server))
                 .c_str(),
             stderr);
  std::fflush(stderr);
  int signal = 0;
  ::sigwait(&signals, &signal);
  (*server)->Stop(std::chrono::steady_clock::now() + kDrain);
  return 0;
}

}  // namespace assay
