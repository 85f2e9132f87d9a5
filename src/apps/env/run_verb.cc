// From arguments to a RollJob, and from its end to what a person sees.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "apps/env/roll/scoring.h"
#include "apps/env/roll_verbs.h"
#include "base/whole_file.h"

namespace assay {
namespace {

constexpr char kVerb[] = "run";
constexpr int64_t kMostGroupFileBytes = 1 << 20;
constexpr int64_t kMostInGroup = 4096;

Error Refused(std::string what) {
  return Error{ErrorCode::kInvalidArgument, "env", 0, std::move(what)};
}

bool NamesGroupFile(const std::string& named) {
  std::error_code ignored;
  return (named.ends_with(".yaml") || named.ends_with(".yml")) &&
         std::filesystem::is_regular_file(named, ignored);
}

std::string MeanText(int64_t count, double sum) {
  return count == 0 ? "-" : fmt::format("{:.4f}", sum / static_cast<double>(count));
}

std::string ProgressText(const env::RollProgress& progress) {
  std::string text = "mean reward " + MeanText(progress.scored, progress.reward_sum);
  if (progress.masked > 0) text += fmt::format(", {} masked", progress.masked);
  text += fmt::format("; {} of {} requests, {:.1f} rollouts/s", progress.asking.in_flight,
                      progress.asking.limit, progress.asking.per_second);
  if (progress.asking.left) text += ", " + HumanDuration(*progress.asking.left) + " left";
  if (progress.asking.waiting_for_quota) text += ", waiting for quota";
  return text;
}

void PrintFigures(const env::RollJob& job, const env::RollEnd& end) {
  const std::map<std::string, env::RollFigures> all = env::FiguresOf(job);
  using Align = TextTable::Align;
  TextTable table({{"environment"},
                   {"rollouts", Align::kRight},
                   {"scored", Align::kRight},
                   {"mean reward", Align::kRight}});
  for (const auto& [name, figures] : all) {
    if (name.empty()) continue;
    table.AddRow({{name},
                  {std::to_string(figures.rollouts)},
                  {std::to_string(figures.scored)},
                  {MeanText(figures.scored, figures.reward_sum)}});
  }
  const env::RollFigures& whole = all.at("");
  table.AddRow({{"all"},
                {std::to_string(whole.rollouts)},
                {std::to_string(whole.scored)},
                {MeanText(whole.scored, whole.reward_sum)}});
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  for (const auto& [why, count] : whole.masked) {
    std::printf("%lld without a reward, %s\n", static_cast<long long>(count),
                OneLineOf(why, 200).c_str());
  }
  if (!end.done.slots_busy) return;
  std::printf("slots busy %.1f %%", 100 * *end.done.slots_busy);
  if (end.done.slots_asking) std::printf(", asking %.1f %%", 100 * *end.done.slots_asking);
  std::printf("\n");
}

}  // namespace

void RolledEnvironments::AddTo(CommandLine* command) {
  command
      ->Option("what", named_,
               "environments: a folder, the file of a pack, NAME or NAME@VERSION of what is "
               "installed, or a YAML file that names some with their weights")
      .Required();
  command->Option("--rows", rows_, "which tasks: tasks or evaluation [tasks]")
      .OneOf({"tasks", "evaluation"});
  store_.AddTo(command);
}

Result<std::vector<env::Chosen>> RolledEnvironments::Choose() const {
  std::vector<env::Chosen> all;
  for (const std::string& named : named_) {
    if (!NamesGroupFile(named)) {
      all.push_back({named});
      continue;
    }
    ASSAY_ASSIGN_OR_RETURN(const std::string yaml, ReadFile(named, "env", kMostGroupFileBytes));
    ASSAY_ASSIGN_OR_RETURN(std::vector<env::Chosen> group, env::ParseGroupFile(yaml, named));
    // Folders that a group names are beside its file.
    const std::filesystem::path beside = std::filesystem::path(named).parent_path();
    for (env::Chosen& chosen : group) {
      std::error_code ignored;
      const std::filesystem::path path = beside / chosen.named;
      if (std::filesystem::exists(path, ignored)) chosen.named = path.string();
      all.push_back(std::move(chosen));
    }
  }
  return all;
}

Result<RolledEnvironments::Opened> RolledEnvironments::Open(
    const rollout::Sampling& sampling) const {
  ASSAY_ASSIGN_OR_RETURN(const std::vector<env::Chosen> all, Choose());
  Opened opened;
  for (const env::Chosen& chosen : all) {
    ASSAY_ASSIGN_OR_RETURN(OpenedEnvironment environment,
                           OpenEnvironment(chosen.named, store_.Folder()));
    ASSAY_ASSIGN_OR_RETURN(env::Manifest manifest, env::ReadManifest(environment.folder));
    env::PlanPart part;
    part.folder = environment.folder;
    part.weight = chosen.weight;
    part.tasks = chosen.tasks;
    ASSAY_ASSIGN_OR_RETURN(part.compares, ComparesGroup(environment.folder, manifest));
    if (part.compares && !manifest.rollout.follow_up.text.empty()) {
      return Refused(manifest.name +
                     ": a rubric that compares the rollouts of a task has no score before all are "
                     "there, so nothing can follow an answer (follow_up)");
    }
    ASSAY_ASSIGN_OR_RETURN(part.stage, env::StageOf(std::move(manifest), sampling));
    opened.folders.push_back(std::move(environment));
    opened.parts.push_back(std::move(part));
  }
  return opened;
}

void EnvRunVerb::AddTo(CommandLine* command) {
  environments_.AddTo(command);
  command->Option("--out", folder_, "the run's folder; made when it isn't there").Required();
  command->Option("--tasks", tasks_, "how many tasks, of all environments together [all]");
  command->Option("--group", group_, "rollouts of each task [1]");
  endpoint_.AddTo(command);
  server_.AddTo(command, "have a running server score, and keep the sandboxes");
}

Result<std::string> EnvRunVerb::ManifestOf(const env::Plan& plan) const {
  ASSAY_ASSIGN_OR_RETURN(const rollout::Sampling sampling, endpoint_.Sampling());
  JsonWriter json;
  json.BeginObject().Key("format").Int(1).Key("environments").Raw(plan.json);
  json.Key("rows")
      .String(environments_.rows())
      .Key("tasks")
      .Int(static_cast<int64_t>(plan.tasks.size()));
  json.Key("group").Int(group_).Key("model").Bytes(sampling.model);
  json.Key("endpoint").Bytes(endpoint_.label());
  json.Key("sampling").Raw(rollout::ParametersJson(rollout::Prompt(), sampling));
  json.Key("seed");
  if (endpoint_.seed()) {
    json.Int(*endpoint_.seed());
  } else {
    json.Null();
  }
  return json.Key("assay_version").String(ASSAY_VERSION).EndObject().Take();
}

int EnvRunVerb::Run(const Options& options) const {
  const auto fail = [](const Error& error) { return FailEnv(kVerb, error, ExitCodeOf(error)); };
  if (group_ < 1 || group_ > kMostInGroup) {
    return fail(Refused(fmt::format("--group: must be from 1 to {}", kMostInGroup)));
  }
  if (tasks_ && *tasks_ < 1) return fail(Refused("--tasks: must be 1 or more"));
  const auto asking = endpoint_.Asking();
  if (!asking.ok()) return fail(asking.error());
  const auto client = endpoint_.Client();
  if (!client.ok()) return fail(client.error());
  const auto sampling = endpoint_.Sampling();
  if (!sampling.ok()) return fail(sampling.error());
  const auto opened = environments_.Open(*sampling);
  if (!opened.ok()) return fail(opened.error());
  env::PlanOptions planning;
  planning.rows = environments_.use();
  planning.tasks = tasks_;
  if (endpoint_.seed()) planning.seed = static_cast<uint64_t>(*endpoint_.seed());
  const auto plan = env::MakePlan(opened->parts, planning);
  if (!plan.ok()) return fail(plan.error());
  const auto manifest = ManifestOf(*plan);
  if (!manifest.ok()) return fail(manifest.error());
  const auto folder = env::RolloutFolder::Open(folder_, *manifest);
  if (!folder.ok()) return fail(folder.error());
  const auto judge =
      MakeJudge(options, server_, PrecompiledHeaderUse::kMakeMeanwhile, {},
                NeedsSandboxes(opened->parts) ? SandboxUse::kWanted : SandboxUse::kNone);
  if (!judge.ok()) return fail(judge.error());
  if (const Status there = TrySandboxes(opened->parts, *plan, judge->get()); !there.ok()) {
    return fail(there.error());
  }
  env::RollJob job;
  job.parts = &opened->parts;
  job.plan = &*plan;
  job.group = group_;
  job.folder = folder->get();
  job.asking = *asking;
  job.asking.on_warning = [](const std::string& text) {
    std::fputs(("assay env run: " + OneLineOf(text, 1000) + "\n").c_str(), stderr);
  };
  job.transport = [&client](const std::string& body, SteadyTime deadline, const CancelToken& cancel,
                            HttpFailure* failure) {
    return (*client)->Send(body, deadline, nullptr, &cancel, failure);
  };
  job.score = ScoringBy(judge->get(), opened->parts);
  job.judge = judge->get();
  return Roll(std::move(job));
}

int EnvRunVerb::Roll(env::RollJob job) const {
  const Interrupt interrupt;
  std::atomic<bool> stop{false};
  job.stop = &stop;
  Result<env::RollEnd> end = env::RollEnd{};
  {
    ProgressBar bar(stderr, job.plan->tasks.size() * static_cast<size_t>(group_));
    job.on_progress = [&](const env::RollProgress& progress) {
      if (interrupt.Raised()) stop = true;
      bar.Update(static_cast<size_t>(progress.scored + progress.masked), ProgressText(progress));
    };
    end = env::RunRollouts(job);
  }
  job.on_progress = nullptr;
  if (!end.ok()) return FailEnv(kVerb, end.error(), kExitNoVerdict);
  Status written = job.folder->WriteFile("summary.json", env::SummaryJson(job, *end) + "\n");
  if (written.ok()) written = job.folder->Tidy();
  if (!written.ok()) return FailEnv(kVerb, written.error());
  PrintFigures(job, *end);
  if (interrupt.Raised()) return kExitInterrupted;
  if (end->asking.reason != rollout::EndReason::kDone) {
    std::fprintf(stderr, "assay env run: ended early: %s; the same command goes on\n",
                 OneLineOf(end->asking.message, 1000).c_str());
    return kExitNoVerdict;
  }
  return env::FiguresOf(job).at("").masked.empty() ? 0 : kExitNoVerdict;
}

}  // namespace assay
