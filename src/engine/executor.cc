#include "engine/executor.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "judging/compile.h"

namespace assay {
namespace {

void Shorten(std::string* bytes, int64_t most) {
  const auto limit = static_cast<size_t>(std::max<int64_t>(most, 0));
  if (bytes->size() <= limit) return;
  *bytes = bytes->substr(0, limit);  // a new string: resize would keep the memory
}

}  // namespace

TaskExecutor::TaskExecutor(const EngineOptions& options, Runner& runner,
                           const LanguageTable& languages, const Clock& clock,
                           RunObserver* observer, CompileDisk* compile_disk)
    : options_(options),
      languages_(languages),
      compile_disk_(compile_disk),
      timed_(clock, runner.slots(), options.near_limit_percent),
      rig_{runner, clock, timed_, observer, options.runner_attempts} {}

void TaskExecutor::AddStats(EngineStats* stats) const {
  const TimedRuns::Counts timed = timed_.counts();
  stats->compiles = compiles_;
  stats->near_limit_reruns = timed.reruns;
  stats->near_limit_cleared = timed.cleared;
  stats->near_limit_changed = timed.changed;
  stats->near_limit_refused = timed.refused;
}

TaskOutcome TaskExecutor::Execute(const JobPlan& plan, const Task& task) {
  RunnerRuns runs(rig_, {*task.cancel, task.deadline});
  return task.kind == Task::Kind::kCompile ? Compile(plan, task, runs) : Test(plan, task, runs);
}

TaskOutcome TaskExecutor::Compile(const JobPlan& plan, const Task& task, Runs& runs) {
  const auto& [program, key] = plan.programs[task.program];
  if (compile_disk_ != nullptr) {
    if (auto kept = compile_disk_->Find(program.language, key)) return kept;
  }
  ++compiles_;
  RunAnswer answer = CompileProgram(plan, task.program, options_.runner_attempts, runs);
  if (auto* error = std::get_if<Error>(&answer)) return std::move(*error);
  if (const auto* stopped = std::get_if<TaskStopped>(&answer)) return *stopped;
  auto run = std::make_shared<const RunResult>(std::get<RunResult>(std::move(answer)));
  if (compile_disk_ != nullptr) compile_disk_->Keep(program.language, key, run);
  return run;
}

TaskOutcome TaskExecutor::Test(const JobPlan& plan, const Task& task, Runs& runs) {
  TestOutcome outcome =
      JudgeTest({plan,
                 task.test,
                 task.ready,
                 {languages_, assert_calls_, judge_records_, options_.unseparated}},
                runs);
  if (const auto* stopped = std::get_if<TaskStopped>(&outcome)) return *stopped;
  TestResult result = std::get<TestResult>(std::move(outcome));
  if (!std::holds_alternative<PlainRun>(plan.procedure)) {  // to what a client may keep
    const auto tests = static_cast<int64_t>(plan.tests().size());
    const int64_t kept =
        std::min(options_.kept_output_bytes, options_.kept_submission_bytes / (3 * tests));
    Shorten(&result.run.stdout_bytes, kept);
    Shorten(&result.run.stderr_bytes, kept);
    Shorten(&result.run.reply_bytes, kept);
  }
  return result;
}

}  // namespace assay
