#include "grading/run_fault.h"

#include <fmt/format.h>
#include <string.h>

#include "base/check.h"
#include "text/excerpt.h"

namespace assay {
namespace {

std::string SignalName(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? fmt::format("{}", signal) : fmt::format("{} (SIG{})", signal, name);
}

Judgement CandidateFault(Verdict verdict, std::string reason, std::string message) {
  return MakeJudgement(verdict, Cause::kCandidate, std::move(reason), std::move(message));
}

}  // namespace

Judgement MakeJudgement(Verdict verdict, Cause cause, std::string reason, std::string message) {
  Judgement judgement;
  judgement.verdict = verdict;
  judgement.cause = cause;
  judgement.reason = std::move(reason);
  judgement.message = std::move(message);
  return judgement;
}

std::optional<Judgement> LimitFault(const RunResult& run) {
  switch (run.status) {
    case RunStatus::kCpuLimit:
      return CandidateFault(
          Verdict::kTimeLimit, "cpu_limit",
          fmt::format("used {:.2f} s of CPU time, more than allowed", ToSeconds(run.cpu_time)));
    case RunStatus::kWallLimit:
      return CandidateFault(
          Verdict::kTimeLimit, "wall_limit",
          fmt::format("took {:.2f} s, longer than allowed", ToSeconds(run.wall_time)));
    case RunStatus::kMemoryLimit:
      return CandidateFault(Verdict::kMemoryLimit, "memory_limit",
                            fmt::format("used {:.1f} MiB, more memory than allowed",
                                        static_cast<double>(run.memory_peak_bytes) / (1 << 20)));
    case RunStatus::kOutputLimit:
      return CandidateFault(Verdict::kOutputLimit, "output_limit", "wrote more than allowed");
    case RunStatus::kCancelled:
      return MakeJudgement(Verdict::kSkipped, Cause::kCancelled, "cancelled",
                           "cancelled before it had ended");
    case RunStatus::kExited:
    case RunStatus::kSignalled:
    case RunStatus::kStartFailed: return std::nullopt;
  }
  ASSAY_CHECK(false);
}

std::optional<Judgement> EndFault(const RunResult& run) {
  if (run.status == RunStatus::kSignalled) {
    return CandidateFault(Verdict::kRuntimeError, "signal",
                          "killed by signal " + SignalName(run.signal));
  }
  if (run.exit_code != 0) {
    return CandidateFault(Verdict::kRuntimeError, "exit_code",
                          fmt::format("exited with code {}", run.exit_code));
  }
  return std::nullopt;
}

Judgement GradeCompile(const RunResult& compile) {
  if (compile.status == RunStatus::kStartFailed) {
    return MakeJudgement(Verdict::kInternalError, Cause::kInfrastructure, "compiler_start_failed",
                         "the compiler could not be started: " + Excerpt(compile.start_error));
  }
  if (auto fault = LimitFault(compile)) {
    if (fault->cause == Cause::kCancelled) return *std::move(fault);
    const std::string_view limit = fault->verdict == Verdict::kTimeLimit     ? "time_limit"
                                   : fault->verdict == Verdict::kMemoryLimit ? "memory_limit"
                                                                             : "output_limit";
    return CandidateFault(Verdict::kCompileError, fmt::format("compile_{}", limit),
                          "the compiler " + fault->message);
  }
  if (auto fault = EndFault(compile)) {
    const bool crashed = compile.status == RunStatus::kSignalled;
    return CandidateFault(
        Verdict::kCompileError, crashed ? "compiler_crashed" : "compile_error",
        crashed ? "the compiler was " + fault->message : "the compiler " + fault->message);
  }
  return CandidateFault(Verdict::kAccepted, "compiled", "compiled");
}

}  // namespace assay
