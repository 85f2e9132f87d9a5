#include "judging/compile.h"

#include <signal.h>

#include "judging/plan/requests.h"

namespace assay {
namespace {

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

}  // namespace

RunAnswer CompileProgram(const JobPlan& plan, size_t program, int attempts, Runs& runs) {
  const PlannedRun order{CompileRequest(plan, program), plan.programs[program].program.language};
  RunAnswer answer;
  for (int tries = 1;; ++tries) {
    answer = runs.Run(order);
    auto* run = std::get_if<RunResult>(&answer);
    if (run == nullptr || (!WasShot(*run) && !SaysItWasShot(*run))) return answer;
    if (tries < attempts) continue;
    if (WasShot(*run)) {
      return Error{ErrorCode::kUnavailable, "engine.compile", 0, "the compiler was killed"};
    }
    run->status = RunStatus::kSignalled;
    run->signal = SIGKILL;
    return answer;
  }
}

}  // namespace assay
