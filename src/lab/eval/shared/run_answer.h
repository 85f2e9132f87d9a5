// What a judge's answer says of a program that was only run (mode `run`): how it ended, and what it
// wrote. The rules that make a verdict of it are each benchmark's own. Pure, thread-safe.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "lab/eval/model/benchmark.h"

namespace assay::eval {

struct ProgramRun {
  bool exited = false;  // by itself
  int exit_code = -1;
  std::string stdout_text;  // up to the route's bound
  std::string stderr_text;
};

// Called for a program that compiled and ran: empty when it passed, else why it failed, as a word.
using RunRule = std::function<std::string(const ProgramRun& run)>;

// kErrored for all that says nothing about the candidate: no answer, a faulty environment, a
// language that isn't there. One that doesn't compile, or breaks a limit, failed.
Grade ReadRun(int status, std::string_view body, const RunRule& rule);

}  // namespace assay::eval
