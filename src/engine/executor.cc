#include "engine/executor.h"

#include <signal.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "engine/case_plan.h"
#include "engine/nonce.h"
#include "grading/grade.h"

namespace assay {
namespace {

// Whether a run executes what the compiler made, rather than an interpreter that reads it.
bool StartsArtifact(const Program& program) {
  const std::string& file = program.run_argv.front();
  return !program.compile_argv.empty() && file.front() != '/' &&
         file.find('/') != std::string::npos;
}

bool WasShot(const RunResult& run) {
  return run.status == RunStatus::kSignalled && run.signal == SIGKILL;
}

// Whether somebody killed a program that the compiler's driver had started; the driver says so in
// words. A source can have the same words printed, so they are only a reason to compile again.
bool SaysItWasShot(const RunResult& run) {
  if (run.status != RunStatus::kExited || run.exit_code == 0) return false;
  for (const char* words : {"Killed signal terminated program", "terminated with signal 9",
                            "unable to execute command: Killed"}) {
    if (run.stderr_bytes.find(words) != std::string::npos) return true;
  }
  return false;
}

// What a step compiles, and its key.
std::pair<const Program&, const std::string&> CompiledBy(const JobPlan& plan, CompileStep step) {
  switch (step) {
    case CompileStep::kProgram: return {plan.program, plan.compile_key};
    case CompileStep::kChecker: return {*plan.checker, plan.checker_key};
    case CompileStep::kTranscriptChecker:
      return {*plan.transcript_checker, plan.transcript_checker_key};
  }
  ASSAY_CHECK(false);
}

void Shorten(std::string* bytes, int64_t most) {
  const auto limit = static_cast<size_t>(std::max<int64_t>(most, 0));
  if (bytes->size() <= limit) return;
  *bytes = bytes->substr(0, limit);  // a new string: resize would keep the memory
}

}  // namespace

TaskOutcome TaskExecutor::Execute(const JobPlan& plan, const Task& task) const {
  return task.kind == Task::Kind::kCompile ? Compile(plan, task) : Test(plan, task);
}

void TaskExecutor::AddStats(EngineStats* stats) const {
  stats->compiles = compiles_;
  runs_.AddStats(stats);
}

TaskExecutor::RunOutcome TaskExecutor::Run(RunRequest request, std::string_view language,
                                           const Task& task, Partner* partner) const {
  const bool lenient = task.kind == Task::Kind::kTest && task.judged && request.purpose == "test";
  const auto once = [&](const RunRequest& each) { return RunOnce(each, language, task, partner); };
  return lenient ? runs_.Judged(request, task, once) : runs_.Once(request, once);
}

Result<RunResult> TaskExecutor::RunTogether(const RunRequest& request, const Task& task,
                                            Partner* partner) const {
  PairRequest pair = partner->request;
  pair.candidate = request;
  pair.interactor.limits.wall_time =
      std::min(pair.interactor.limits.wall_time, RemainingTime(task));
  auto result = runner_.RunPair(pair, task.cancel.get());
  if (!result.ok()) return result.error();
  partner->result = std::move(result).value();
  RunResult& candidate = partner->result.candidate;
  const RunResult& interactor = partner->result.interactor;
  if (interactor.status == RunStatus::kCancelled) candidate.status = RunStatus::kCancelled;
  if (observer_ != nullptr && candidate.status != RunStatus::kCancelled) {
    observer_->OnRun(partner->language, pair.interactor.purpose, interactor);
  }
  return std::move(candidate);
}

Nanoseconds TaskExecutor::RemainingTime(const Task& task) const {
  if (task.deadline == SteadyTime::max()) return Nanoseconds::max();
  return task.deadline - clock_.Now();
}

TaskExecutor::RunOutcome TaskExecutor::RunOnce(RunRequest request, std::string_view language,
                                               const Task& task, Partner* partner) const {
  const Nanoseconds wall_limit = request.limits.wall_time;
  Error error;
  for (int attempt = 0; attempt < std::max(1, options_.runner_attempts); ++attempt) {
    if (task.cancel->cancelled()) return TaskStopped{};
    const Nanoseconds remaining = RemainingTime(task);
    if (remaining <= Nanoseconds{0}) return TaskStopped{true};
    const bool cut = remaining < wall_limit;
    request.limits.wall_time = std::min(wall_limit, remaining);
    Result<RunResult> run = partner == nullptr ? runner_.Run(request, task.cancel.get())
                                               : RunTogether(request, task, partner);
    if (run.ok() && run->status != RunStatus::kCancelled) {
      if (observer_ != nullptr) observer_->OnRun(language, request.purpose, *run);
      if (cut && run->status == RunStatus::kWallLimit) return TaskStopped{true};
      return std::move(run).value();
    }
    if (task.cancel->cancelled()) return TaskStopped{};
    error = run.ok() ? Error{ErrorCode::kInternal, "engine.run", 0,
                             "the run was given up though nobody asked for that"}
                     : run.error();
    if (observer_ != nullptr) observer_->OnRunnerError(error);
    if (!error.retryable()) break;
  }
  return error;
}

TaskOutcome TaskExecutor::Compile(const JobPlan& plan, const Task& task) const {
  const auto [program, key] = CompiledBy(plan, task.step);
  const std::string& language = program.language;
  if (compile_disk_ != nullptr) {
    if (auto kept = compile_disk_->Find(language, key)) return kept;
  }
  ++compiles_;
  RunOutcome outcome;
  for (int tries = 1;; ++tries) {
    outcome = Run(
        task.step == CompileStep::kProgram ? CompileRequest(plan) : CheckerCompileRequest(program),
        language, task);
    const auto* run = std::get_if<RunResult>(&outcome);
    if (run == nullptr || (!WasShot(*run) && !SaysItWasShot(*run))) break;
    if (tries < options_.runner_attempts) continue;
    if (WasShot(*run)) {
      outcome = Error{ErrorCode::kUnavailable, "engine.compile", 0, "the compiler was killed"};
    }
    break;
  }
  if (auto* run = std::get_if<RunResult>(&outcome)) {
    if (SaysItWasShot(*run)) {  // believed, so that it is kept nowhere
      run->status = RunStatus::kSignalled;
      run->signal = SIGKILL;
    }
    auto shared = std::make_shared<const RunResult>(std::move(*run));
    if (compile_disk_ != nullptr) compile_disk_->Keep(language, key, shared);
    return shared;
  }
  if (auto* error = std::get_if<Error>(&outcome)) return std::move(*error);
  return std::get<TaskStopped>(outcome);
}

TaskOutcome TaskExecutor::Test(const JobPlan& plan, const Task& task) const {
  const Problem& problem = *plan.submission.problem;
  const TestCase& test = plan.tests()[task.test];
  if (plan.assert_tests) {
    const auto run = [&](RunRequest request, std::string_view language) {
      return Run(std::move(request), language, task);
    };
    if (auto outcome = RunSeparatedAsserts(plan, task, languages_, assert_calls_, run)) {
      if (auto* decided = std::get_if<TestResult>(&*outcome)) ShortenOutputs(decided);
      return *std::move(outcome);
    }
  }
  std::string nonce;
  if (problem.mode == ProblemMode::kAssert) {
    auto drawn = RandomNonce();
    if (!drawn.ok()) return InfrastructureFault(drawn.error());
    nonce = std::move(drawn).value();
  }

  const Executable executable =
      StartsArtifact(plan.program) ? Executable::kArtifact : Executable::kToolchain;
  if (problem.checker && problem.checker->interactive) {
    const auto run = [&](const PairRequest& request) { return RunPair(plan, task, request); };
    const auto check = [&](CheckerCall call) {
      return AskChecker(*plan.transcript_checker, task.transcript_checker, std::move(call), task);
    };
    TaskOutcome outcome = RunInteractive(plan, task, executable, languages_, run, check);
    if (auto* decided = std::get_if<TestResult>(&outcome)) ShortenOutputs(decided);
    return outcome;
  }
  RunRequest request = TestRequest(plan, task.test, task.program, nonce, languages_);
  TestResult result;
  result.executed = true;
  result.shared_process = problem.mode == ProblemMode::kAssert;
  CheckerFeedback feedback;
  Nanoseconds slowest_pass{0};  // the time limit is each pass's own
  // Once, but for judges that ask for another pass.
  for (int pass = 1;; ++pass) {
    RunOutcome outcome = Run(request, plan.program.language, task);
    if (const auto* stopped = std::get_if<TaskStopped>(&outcome)) return *stopped;
    if (const auto* error = std::get_if<Error>(&outcome)) return InfrastructureFault(*error);
    result.run = std::get<RunResult>(std::move(outcome));
    result.run.cpu_time = slowest_pass = std::max(slowest_pass, result.run.cpu_time);
    Judgement judgement = GradeRun(problem, test, result.run, nonce, executable);
    BlobPtr next;
    if (NeedsChecker(problem, judgement) && task.checker.fault) {
      judgement = *task.checker.fault;
    } else if (NeedsChecker(problem, judgement)) {
      RunOutcome checked =
          AskChecker(*plan.checker, task.checker,
                     MakeCheckerCall(*problem.checker, request.stdin_bytes, test.expected,
                                     Blob::FromString(result.run.stdout_bytes), feedback),
                     task);
      if (const auto* stopped = std::get_if<TaskStopped>(&checked)) return *stopped;
      if (const auto* run = std::get_if<RunResult>(&checked)) {
        result.by_checker = true;
        judgement = GradeChecker(*problem.checker, *run);
        next = NextPass(*problem.checker, *run, pass, &judgement);
        feedback = FeedbackOf(*run);
      } else {
        const TestResult failed = InfrastructureFault(std::get<Error>(checked));
        judgement = {failed.verdict, failed.cause, failed.reason, failed.message};
      }
    }
    if (next == nullptr) {
      Apply(std::move(judgement), &result);
      break;
    }
    request.stdin_bytes = std::move(next);
  }
  if (problem.mode != ProblemMode::kRun) ShortenOutputs(&result);
  return result;
}

PairAnswer TaskExecutor::RunPair(const JobPlan& plan, const Task& task,
                                 const PairRequest& request) const {
  Partner partner{request, plan.checker->language, {}};
  RunOutcome outcome = Run(request.candidate, plan.program.language, task, &partner);
  if (auto* error = std::get_if<Error>(&outcome)) return std::move(*error);
  if (const auto* stopped = std::get_if<TaskStopped>(&outcome)) return *stopped;
  partner.result.candidate = std::get<RunResult>(std::move(outcome));
  return std::move(partner.result);
}

void TaskExecutor::ShortenOutputs(TestResult* result) const {
  Shorten(&result->run.stdout_bytes, options_.kept_output_bytes);
  Shorten(&result->run.stderr_bytes, options_.kept_output_bytes);
  Shorten(&result->run.reply_bytes, options_.kept_output_bytes);
}

TaskExecutor::RunOutcome TaskExecutor::AskChecker(const Program& judge, const ReadyJudge& ready,
                                                  CheckerCall call, const Task& task) const {
  return Run(CheckerRequest(judge, ready.compiled, std::move(call)), judge.language, task);
}

}  // namespace assay
