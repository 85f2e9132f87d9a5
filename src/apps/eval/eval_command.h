// `assay eval`: benchmarks on a model, from the rows of a data set to a report. Each subcommand is
// a Command with a file of its own and a line in apps/eval/verbs.cc.
//
// Used by the main thread.
#pragma once

#include "apps/verbs/command_of_verbs.h"

namespace assay {

class EvalCommand final : public CommandOfVerbs {
 public:
  EvalCommand();
  CommandInfo info() const override {
    return {"eval", "benchmarks on a model: run, check, report, compare", OptionSet::kRuns};
  }
};

}  // namespace assay
