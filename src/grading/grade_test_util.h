// Ends of runs, for the tests of who is to blame for them.
#pragma once

#include <string>
#include <utility>

#include "model/run_result.h"

namespace assay {

inline RunResult Exited(int code, std::string output = "") {
  RunResult run;
  run.status = RunStatus::kExited;
  run.exit_code = code;
  run.stdout_bytes = std::move(output);
  return run;
}

inline RunResult Ended(RunStatus status, int signal = 0) {
  RunResult run;
  run.status = status;
  run.signal = signal;
  return run;
}

}  // namespace assay
