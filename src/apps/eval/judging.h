// What the subcommands have that judge the answers of a run: their arguments, which items the judge
// can't judge, and judging itself with its progress, interrupts and the report at its end.
//
// Used by the main thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/command_line.h"
#include "apps/eval/benchmark_arguments.h"
#include "apps/setup/judges.h"
#include "base/result.h"
#include "lab/eval/run/evaluation.h"
#include "lab/eval/run/exclusions.h"
#include "service/judge.h"

namespace assay {

struct JudgingArguments {
  BenchmarkArguments benchmark;
  ServerArguments server;
  std::string folder;
  int parallel = 0;

  void AddTo(CommandLine* command);
};

// The judge that the arguments name, with the interpreter that the benchmark was given.
Result<std::unique_ptr<service::Judge>> MakeEvalJudge(const Options& options,
                                                      const ServerArguments& server,
                                                      const BenchmarkArguments::Loaded& loaded);

// Takes what the judge can't judge out of the selection and says so on stderr. An Error: the judge
// doesn't answer, or can't judge any of them.
Result<eval::JudgeFitness> LeaveOutUnjudgeable(std::string_view verb,
                                               const std::vector<eval::GradeProfile>& profiles,
                                               service::Judge& judge,
                                               BenchmarkArguments::Loaded* loaded);

// Runs what is set up in `run`, which gives so many verdicts, and ends with the report. Returns the
// exit code.
int JudgeRun(const std::string& verb, eval::Evaluation run, size_t verdicts);

}  // namespace assay
