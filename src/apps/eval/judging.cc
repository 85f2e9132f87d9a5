#include "apps/eval/judging.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "apps/eval/report/make_report.h"

namespace assay {
namespace {

std::string ProgressText(const eval::EvaluationProgress& progress) {
  const eval::GradeCounts& judged = progress.judged;
  std::string text = fmt::format("{} passed, {} failed", judged.passed, judged.failed);
  if (judged.masked > 0) text += fmt::format(", {} masked", judged.masked);
  if (judged.errored + static_cast<size_t>(progress.asking.failed) > 0) {
    text +=
        fmt::format(", {} errored", judged.errored + static_cast<size_t>(progress.asking.failed));
  }
  if (progress.asking.total > 0) {
    text += fmt::format("; asked {}/{}, {:.1f}/s", progress.asking.answered, progress.asking.total,
                        progress.asking.per_second);
    if (progress.asking.left) text += ", " + HumanDuration(*progress.asking.left) + " left";
    if (progress.asking.waiting_for_quota) text += ", waiting for quota";
  }
  return text;
}

}  // namespace

void JudgingArguments::AddTo(CommandLine* command) {
  benchmark.AddTo(command);
  server.AddTo(command);
  command->Option("--out", folder, "the run's folder; made when it isn't there").Required();
  command->Option("--parallel", parallel, "answers judged at once [as many as keep it busy]");
}

Result<std::unique_ptr<service::Judge>> MakeEvalJudge(const Options& options,
                                                      const ServerArguments& server,
                                                      const BenchmarkArguments::Loaded& loaded) {
  const std::string& python = loaded.options.python;
  const SandboxUse sandboxes =
      loaded.rows->NeedsSandboxes() ? SandboxUse::kWanted : SandboxUse::kNone;
  if (python.empty()) {
    return MakeJudge(options, server, PrecompiledHeaderUse::kMakeFirst, {}, sandboxes);
  }
  if (!server.url.empty()) {
    return InvalidField("eval.options", "--python",
                        "is this process's own interpreter: start the server at --url with it");
  }
  Options with_python = options;
  with_python.language_config.Set("python", python);
  return MakeJudge(with_python, server, PrecompiledHeaderUse::kMakeFirst, {}, sandboxes);
}

Result<eval::JudgeFitness> LeaveOutUnjudgeable(std::string_view verb,
                                               const std::vector<eval::GradeProfile>& profiles,
                                               service::Judge& judge,
                                               BenchmarkArguments::Loaded* loaded) {
  ASSAY_ASSIGN_OR_RETURN(
      eval::JudgeFitness fitness,
      eval::LeaveOutUnjudgeable(*loaded->rows, profiles, judge, &loaded->selection));
  const std::string told = rollout::Describe(fitness.left_out);
  if (!told.empty()) std::fputs(fmt::format("assay eval {}: {}\n", verb, told).c_str(), stderr);
  return fitness;
}

int JudgeRun(const std::string& verb, eval::Evaluation run, size_t verdicts) {
  const Interrupt interrupt;
  std::atomic<bool> stop{false};
  run.stop = &stop;
  run.grading.stop = &stop;
  Result<eval::EvaluationEnd> end = eval::EvaluationEnd{};
  {
    ProgressBar bar(stderr, verdicts);
    run.on_progress = [&](const eval::EvaluationProgress& progress) {
      if (interrupt.Raised()) stop = true;
      const eval::GradeCounts& judged = progress.judged;
      bar.Update(std::min(verdicts, judged.passed + judged.failed + judged.masked + judged.errored),
                 ProgressText(progress));
    };
    end = eval::RunEvaluation(run);
  }
  if (!end.ok()) return ComplainEval(verb, end.error());
  const int reported = MakeReport({.folder = run.folder->path()});
  if (interrupt.Raised()) return kExitInterrupted;
  if (end->asking.reason == rollout::EndReason::kDone) return reported;
  std::fputs(fmt::format("assay eval {}: ended early: {}; the same command goes on\n", verb,
                         end->asking.message)
                 .c_str(),
             stderr);
  return kExitNoVerdict;
}

}  // namespace assay
