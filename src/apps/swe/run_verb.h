// `assay swe run`: a patch graded by running its task's tests in a sandbox of this machine or of a
// running server; with --repeat, which tests decide a task. docs/swe.md.
//
// Used by the main thread.
#pragma once

#include <cstdint>
#include <string>

#include "apps/setup/command.h"
#include "apps/setup/judges.h"
#include "apps/swe/run_body.h"

namespace assay {

class SweRunVerb {
 public:
  void AddTo(CommandLine* command);
  // Returns the exit code: 0 resolved, or the tests were sorted; 1 not resolved; 2 wrong usage; 3
  // no verdict.
  int Run(const Options& options) const;

 private:
  int Grade(const SweRunTask& task, const std::string& patch, service::Judge& judge) const;
  int Sort(const SweRunTask& task, service::Judge& judge) const;

  std::string task_;
  SweRunWords words_;
  std::string patch_;
  bool reference_ = false;
  bool nothing_ = false;
  int64_t repeat_ = 0;
  std::string out_;
  int64_t log_bytes_ = 0;
  bool json_ = false;
  ServerArguments server_;
};

}  // namespace assay
