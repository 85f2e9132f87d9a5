#include "lab/rl/tiny/run/learning_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <filesystem>
#include <future>
#include <memory>
#include <thread>

#include "base/whole_file.h"
#include "lab/rl/curriculum/log/desk.h"
#include "lab/rl/curriculum/read/read_problems.h"
#include "lab/rl/orchestra/run/conductor.h"
#include "lab/rl/tiny/serve/weights_file.h"
#include "lab/rl/tiny/task/alphabet.h"
#include "rollout/folder/durable_file.h"
#include "text/json_writer.h"

namespace assay::tiny {
namespace {

constexpr int kServerSlots = 64;
constexpr int64_t kMostTokens = 36;  // of a rollout
constexpr double kWarmSteps = 10;
constexpr auto kBatchPatience = std::chrono::seconds(300);
constexpr auto kAskEvery = std::chrono::seconds(5);
constexpr size_t kKeptWeights = 4;

double SecondsSince(SteadyTime begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::string RowsOf(const std::vector<ToyTask>& tasks) {
  std::string rows;
  for (const ToyTask& task : tasks) rows += RowOf(task) + "\n";
  return rows;
}

Result<std::vector<orchestra::Task>> OrchestraTasks(const std::vector<ToyTask>& toys) {
  std::vector<orchestra::Task> tasks;
  for (const ToyTask& toy : toys) {
    ASSAY_ASSIGN_OR_RETURN(orchestra::Task task, orchestra::ReadTask(RowOf(toy), ""));
    tasks.push_back(std::move(task));
  }
  return tasks;
}

Result<curriculum::Plan> PlanOf(const LearningOptions& options) {
  std::string yaml = fmt::format(
      "name: tiny\nseed: {}\nstages:\n- name: all\n  groups: {}\n  rollouts: {}\n"
      "  response_tokens: {}\n  temperature: 1.0\n  draw: shuffled\n  uniform: train\n",
      options.seed, options.groups, options.rollouts, kMostTokens);
  if (options.retire_from) yaml += fmt::format("  retire: {{from: {}}}\n", *options.retire_from);
  return curriculum::ParsePlan(yaml, "the plan of this run");
}

double RateAt(const LearningOptions& options, int step) {
  const double grown = std::min(1.0, step / kWarmSteps);
  const double gone = static_cast<double>(step) / options.steps;
  return options.rate * grown * (1 - gone * (1 - options.last_rate));
}

// The orchestrator with what it needs, from its start to its end.
class Production {
 public:
  static Result<std::unique_ptr<Production>> Start(const LearningOptions& options,
                                                   const std::vector<ToyTask>& toys,
                                                   const std::vector<float>& weights,
                                                   service::Judge* judge) {
    std::unique_ptr<Production> made(new Production());
    ASSAY_ASSIGN_OR_RETURN(made->tasks_, OrchestraTasks(toys));
    const std::string rows = options.folder + "/problems.jsonl";
    ASSAY_RETURN_IF_ERROR(rollout::WriteDurably(rows, RowsOf(toys)));
    ASSAY_ASSIGN_OR_RETURN(const auto problems, curriculum::ReadProblemRows({rows}, {}));
    ASSAY_ASSIGN_OR_RETURN(const curriculum::Plan plan, PlanOf(options));
    const std::string folder = options.folder + "/run";
    ASSAY_ASSIGN_OR_RETURN(made->desk_, curriculum::Desk::Open(folder, plan, problems.problems));
    ASSAY_ASSIGN_OR_RETURN(made->server_,
                           TinyServer::Start(options.shape, kServerSlots, options.seed, weights));
    orchestra::ServerOptions address;
    address.url = made->server_->url();
    std::vector<std::unique_ptr<orchestra::InferenceServer>> servers;
    ASSAY_ASSIGN_OR_RETURN(auto client, orchestra::InferenceServer::Create(address));
    servers.push_back(std::move(client));
    orchestra::ConductorOptions conducting;
    conducting.slots = kServerSlots;
    conducting.batch_groups = options.groups;
    conducting.most_off_policy = options.most_off_policy;
    conducting.model = "tiny";
    ASSAY_ASSIGN_OR_RETURN(
        made->conductor_,
        orchestra::Conductor::Create(conducting, folder, made->desk_.get(), &made->tasks_,
                                     &made->evaluations_, std::move(servers), judge));
    made->thread_ = std::thread([at = made.get()] { at->ended_ = at->conductor_->Run(); });
    return made;
  }
  ~Production() {
    if (!thread_.joinable()) return;
    conductor_->Stop();
    thread_.join();
  }
  Production(const Production&) = delete;
  Production& operator=(const Production&) = delete;

  // Nothing: there are no problems left.
  Result<std::optional<std::vector<Rollout>>> Batch(int64_t step) {
    const SteadyTime until = std::chrono::steady_clock::now() + kBatchPatience;
    while (std::chrono::steady_clock::now() < until) {
      std::promise<orchestra::Conductor::BatchAnswer> promise;
      auto answered = promise.get_future();
      conductor_->AskForBatch(
          step, std::chrono::steady_clock::now() + kAskEvery,
          [&](const orchestra::Conductor::BatchAnswer& answer) { promise.set_value(answer); });
      const orchestra::Conductor::BatchAnswer answer = answered.get();
      if (!answer.path.empty()) {
        ASSAY_ASSIGN_OR_RETURN(const std::string lines, ReadFile(answer.path, "tiny.run"));
        ASSAY_ASSIGN_OR_RETURN(auto rollouts, ReadRollouts(lines));
        return std::optional(std::move(rollouts));
      }
      if (answer.done) return std::optional<std::vector<Rollout>>();
    }
    return Error{ErrorCode::kUnavailable, "tiny.run", 0,
                 fmt::format("no batch for step {} in {} s", step, kBatchPatience.count())};
  }

  Status NewWeights(int64_t version, const std::string& folder) {
    orchestra::Weights weights;
    weights.version = version;
    weights.folder = folder;
    return conductor_->NewWeights(weights);
  }

 private:
  Production() = default;

  std::vector<orchestra::Task> tasks_, evaluations_;
  std::unique_ptr<curriculum::Desk> desk_;
  std::unique_ptr<TinyServer> server_;
  std::unique_ptr<orchestra::Conductor> conductor_;
  Status ended_;
  std::thread thread_;
};

// Folders of weights by step, of which the last few stay.
class WeightFolders {
 public:
  explicit WeightFolders(const LearningOptions& options) : options_(options) {}

  Result<std::string> Write(int64_t step, const std::vector<float>& weights) {
    const std::string folder = fmt::format("{}/weights/{}", options_.folder, step);
    ASSAY_RETURN_IF_ERROR(WriteWeights(folder, options_.shape, weights));
    folders_.push_back(folder);
    // Those that a server may still be told to read stay, and the first, which another run may
    // begin with.
    if (folders_.size() > kKeptWeights + static_cast<size_t>(options_.lag)) {
      std::error_code ignored;
      if (step_dropped_++ > 0) std::filesystem::remove_all(folders_.front(), ignored);
      folders_.pop_front();
    }
    return folder;
  }
  // Of `lag` steps ago, or the first.
  const std::string& Behind() const {
    const auto lag = static_cast<size_t>(options_.lag);
    return folders_[folders_.size() > lag ? folders_.size() - 1 - lag : 0];
  }

 private:
  const LearningOptions& options_;
  std::deque<std::string> folders_;
  int64_t step_dropped_ = 0;
};

std::string LineOf(const LearningStep& step) {
  const StepReport& report = step.report;
  JsonWriter json;
  json.BeginObject().Key("step").Int(step.step).Key("tokens").Int(step.tokens);
  json.Key("train/reward").Double(report.reward).Key("masked").Int(report.masked);
  json.Key("rollouts").Int(report.rollouts).Key("length").Double(report.length);
  json.Key("entropy").Double(report.entropy).Key("gradient").Double(report.gradient);
  json.Key("clipped_share").Double(report.clipped_share);
  json.Key("mismatch_kl").Double(report.mismatch_kl);
  return json.EndObject().Take() + "\n";
}

std::string LineOf(const Milestone& milestone) {
  const Examination& seen = milestone.seen;
  JsonWriter json;
  json.BeginObject().Key("step").Int(milestone.step).Key("tokens").Int(milestone.tokens);
  json.Key("eval/reward").Double(seen.share()).Key("tasks").Int(seen.tasks);
  json.Key("solved").Int(seen.solved).Key("sums").Int(seen.sums);
  json.Key("solved_sums").Int(seen.solved_sums);
  return json.EndObject().Take() + "\n";
}

Status WriteCurve(const LearningOptions& options, const LearningCurve& curve) {
  std::string steps, milestones;
  for (const LearningStep& step : curve.steps) steps += LineOf(step);
  for (const Milestone& milestone : curve.milestones) milestones += LineOf(milestone);
  ASSAY_RETURN_IF_ERROR(rollout::WriteDurably(options.folder + "/steps.jsonl", steps));
  return rollout::WriteDurably(options.folder + "/examinations.jsonl", milestones);
}

std::string Sentence(const Milestone& milestone) {
  const Examination& seen = milestone.seen;
  return fmt::format("step {}: {} of {} held-out tasks solved ({:.3f}), of {} sums {}",
                     milestone.step, seen.solved, seen.tasks, seen.share(), seen.sums,
                     seen.solved_sums);
}

}  // namespace

std::vector<float> Imitated(const LearningOptions& options) {
  constexpr double kGrownAt = 20, kSlowFrom = 0.7, kSlower = 0.3;
  Trainer trainer(options.shape, FirstParameters(options.shape, options.seed));
  const auto tasks =
      DrawTasks(Part::kTraining, options.training_tasks, options.lines, options.seed);
  Dice dice(Mix(options.seed));
  for (int step = 0; step < options.imitation_steps; ++step) {
    std::vector<Trainer::Example> examples;
    for (int i = 0; i < options.imitation_examples; ++i) {
      const ToyTask& task = tasks[dice.Below(tasks.size())];
      auto prompt = Encode(task.Prompt());
      auto answer = Encode(Demonstration(task, options.teacher, &dice));
      answer->push_back(kEnd);
      examples.emplace_back(std::move(*prompt), std::move(*answer));
    }
    const double slower = step > kSlowFrom * options.imitation_steps ? kSlower : 1;
    trainer.Imitate(examples,
                    options.imitation_rate * std::min(1.0, (step + 1) / kGrownAt) * slower);
  }
  return trainer.parameters();
}

Result<LearningCurve> LearnFromVerdicts(const LearningOptions& options, service::Judge* judge,
                                        const std::function<void(const std::string&)>& say) {
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error || !std::filesystem::is_empty(options.folder, error)) {
    return Error{ErrorCode::kInvalidArgument, "tiny.run", error.value(),
                 options.folder + ": must be a new or an empty folder"};
  }
  LearningCurve curve;
  SteadyTime begin = std::chrono::steady_clock::now();
  Trainer trainer(options.shape,
                  options.first_weights ? *options.first_weights : Imitated(options));
  curve.imitation_s = SecondsSince(begin);
  begin = std::chrono::steady_clock::now();
  const auto toys = DrawTasks(Part::kTraining, options.training_tasks, options.lines, options.seed);
  ASSAY_ASSIGN_OR_RETURN(
      const auto held_out,
      OrchestraTasks(DrawTasks(Part::kHeldOut, options.held_out_tasks, options.lines, 0)));
  WeightFolders folders(options);
  ASSAY_ASSIGN_OR_RETURN(std::string newest, folders.Write(0, trainer.parameters()));
  ASSAY_ASSIGN_OR_RETURN(
      auto examiner, Examiner::Create(options.shape, options.seed, trainer.parameters(), judge));
  int64_t tokens = 0;
  const auto examine = [&](int64_t step, size_t count) -> Status {
    ASSAY_ASSIGN_OR_RETURN(
        const Examination seen,
        examiner->Examine(held_out, std::min(count, held_out.size()), kMostTokens, newest));
    curve.milestones.push_back({step, tokens, seen});
    say(Sentence(curve.milestones.back()));
    return {};
  };
  ASSAY_RETURN_IF_ERROR(examine(0, held_out.size()));
  FaultyJudge faulty(judge, options.faults, options.fault_answer);
  ASSAY_ASSIGN_OR_RETURN(auto production, Production::Start(options, toys, trainer.parameters(),
                                                            options.faults > 0 ? &faulty : judge));
  trainer.BeginRewards({.most_norm = options.most_norm});
  for (int step = 1; step <= options.steps; ++step) {
    ASSAY_ASSIGN_OR_RETURN(const auto rollouts, production->Batch(step));
    if (!rollouts) {
      say(fmt::format("step {}: no tasks are left to be drawn", step));
      break;
    }
    ASSAY_ASSIGN_OR_RETURN(
        const StepReport report,
        trainer.Learn(*rollouts, options.recipe, RateAt(options, step), options.updates));
    tokens += report.tokens;
    curve.steps.push_back({step, tokens, report});
    ASSAY_ASSIGN_OR_RETURN(newest, folders.Write(step, trainer.parameters()));
    ASSAY_RETURN_IF_ERROR(production->NewWeights(step, folders.Behind()));
    if (step < options.steps && options.examine_every > 0 && step % options.examine_every == 0) {
      ASSAY_RETURN_IF_ERROR(examine(step, options.examine_tasks));
    }
  }
  ASSAY_RETURN_IF_ERROR(
      examine(curve.steps.empty() ? 0 : curve.steps.back().step, held_out.size()));
  curve.rewards_s = SecondsSince(begin);
  ASSAY_RETURN_IF_ERROR(WriteCurve(options, curve));
  return curve;
}

}  // namespace assay::tiny
