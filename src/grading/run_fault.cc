#include "grading/run_fault.h"

#include <fmt/format.h>
#include <string.h>

#include "base/check.h"
#include "grading/complaint.h"
#include "text/excerpt.h"

namespace assay {
namespace {

std::string SignalName(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? fmt::format("{}", signal) : fmt::format("{} (SIG{})", signal, name);
}

// What a limit that a run broke is called when the run was a compile.
Reason OfCompile(Reason limit) {
  switch (limit) {
    case Reason::kCpuLimit:
    case Reason::kWallLimit: return Reason::kCompileTimeLimit;
    case Reason::kMemoryLimit: return Reason::kCompileMemoryLimit;
    case Reason::kOutputLimit: return Reason::kCompileOutputLimit;
    default: ASSAY_CHECK(false);
  }
}

}  // namespace

Judgement MakeJudgement(Reason reason, std::string message) {
  const ReasonRow& row = FirstRow(reason);
  return {row.verdict, row.cause, reason, std::move(message)};
}

Judgement MakeJudgement(Verdict verdict, Cause cause, Reason reason, std::string message) {
  ASSAY_CHECK(IsTestOutcome(verdict, cause, reason));
  return {verdict, cause, reason, std::move(message)};
}

Judgement StartFault(const RunResult& run, Executable executable) {
  std::string message = "the program could not be started: " + Excerpt(run.start_error);
  if (executable == Executable::kArtifact) {
    return MakeJudgement(Reason::kStartFailed, std::move(message));
  }
  return MakeJudgement(Verdict::kInternalError, Cause::kInfrastructure, Reason::kStartFailed,
                       std::move(message));
}

std::optional<Judgement> LimitFault(const RunResult& run) {
  switch (run.status) {
    case RunStatus::kCpuLimit:
      return MakeJudgement(
          Reason::kCpuLimit,
          fmt::format("used {:.2f} s of CPU time, more than allowed", ToSeconds(run.cpu_time)));
    case RunStatus::kWallLimit:
      return MakeJudgement(Reason::kWallLimit, fmt::format("took {:.2f} s, longer than allowed",
                                                           ToSeconds(run.wall_time)));
    case RunStatus::kMemoryLimit:
      return MakeJudgement(Reason::kMemoryLimit,
                           fmt::format("used {:.1f} MiB, more memory than allowed",
                                       static_cast<double>(run.memory_peak_bytes) / (1 << 20)));
    case RunStatus::kOutputLimit:
      return MakeJudgement(Reason::kOutputLimit, "wrote more than allowed");
    case RunStatus::kCancelled:
      return MakeJudgement(Reason::kCancelled, "cancelled before it had ended");
    case RunStatus::kExited:
    case RunStatus::kSignalled:
    case RunStatus::kStartFailed: return std::nullopt;
  }
  ASSAY_CHECK(false);
}

std::optional<Judgement> EndFault(const RunResult& run,
                                  std::span<const std::string> failure_signs) {
  if (run.status == RunStatus::kSignalled) {
    return MakeJudgement(Reason::kSignal, "killed by signal " + SignalName(run.signal) +
                                              RunComplaint(run.stderr_bytes));
  }
  if (run.exit_code != 0) {
    return MakeJudgement(Reason::kExitCode, fmt::format("exited with code {}{}", run.exit_code,
                                                        RunComplaint(run.stderr_bytes)));
  }
  for (const std::string& sign : failure_signs) {
    if (run.stderr_bytes.find(sign) == std::string::npos) continue;
    return MakeJudgement(Reason::kReportedFailure,
                         fmt::format("exited with code 0, but its error output says \"{}\"{}", sign,
                                     RunComplaint(run.stderr_bytes)));
  }
  return std::nullopt;
}

Judgement GradeCompile(const RunResult& compile) {
  if (compile.status == RunStatus::kStartFailed) {
    return MakeJudgement(Reason::kCompilerStartFailed,
                         "the compiler could not be started: " + Excerpt(compile.start_error));
  }
  if (auto fault = LimitFault(compile)) {
    if (fault->cause == Cause::kCancelled) return *std::move(fault);
    return MakeJudgement(OfCompile(fault->reason), "the compiler " + fault->message);
  }
  if (compile.status == RunStatus::kSignalled) {
    return MakeJudgement(Reason::kCompilerCrashed, "the compiler was killed by signal " +
                                                       SignalName(compile.signal) +
                                                       CompileComplaint(compile.stderr_bytes));
  }
  if (compile.exit_code != 0) {
    return MakeJudgement(Reason::kCompileError,
                         fmt::format("the compiler exited with code {}{}", compile.exit_code,
                                     CompileComplaint(compile.stderr_bytes)));
  }
  return MakeJudgement(Reason::kCompiled, "compiled");
}

}  // namespace assay
