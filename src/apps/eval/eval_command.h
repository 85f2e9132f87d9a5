// `assay eval`: benchmarks on a model, from the rows of a data set to a report. Each subcommand is
// a Command with a file of its own and a line in apps/eval/verbs.cc.
//
// Used by the main thread.
#pragma once

#include <memory>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

class EvalCommand final : public Command {
 public:
  EvalCommand();
  CommandInfo info() const override {
    return {"eval", "benchmarks on a model: run, check, report, compare", OptionSet::kRuns};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code of the subcommand.
  int Run(const Options& options) const override;

 private:
  struct Verb {
    std::unique_ptr<Command> command;
    CommandLine* app = nullptr;
  };
  std::vector<Verb> verbs_;
};

}  // namespace assay
