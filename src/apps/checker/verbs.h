// What the subcommands of `assay checker` do once their arguments are read. Each returns the exit
// code: 0 every problem has what was asked for, 1 some don't or weren't understood, 2 a file can't
// be read or written, 3 some are undecided by a failure of ours or of the model's endpoint.
//
// Called by the main thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/synth/run/synthesis.h"
#include "service/judge.h"

namespace assay {

struct CheckerRun {
  std::vector<std::string> paths;
  std::string checker_file;  // empty: the problems' own checkers are proven
  std::string out;           // file; empty: standard output
  int parallel = 2;
  synth::TrialOptions trials;
};

int ClassifyProblems(const CheckerRun& run, service::Judge& judge);

// `checker`: JSON, in place of what the rows have; may be empty.
int ProveCheckers(const CheckerRun& run, const std::string& checker, service::Judge& judge);

struct SynthRun {
  CheckerRun run;  // `out` is the run's folder
  synth::SynthesisOptions synthesis;
  synth::AskerOptions asking;
  std::string replay;  // folder of a recorded run; empty: none
  // Posts to the model; empty: nobody is asked.
  rollout::Generator::Transport transport;
};

int SynthesizeCheckers(const SynthRun& run, service::Judge& judge);

}  // namespace assay
