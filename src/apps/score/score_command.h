// `assay score`: rows with responses, scored by rubrics; what POST /v1/score says of each, a line
// for a row. docs/scoring.md.
//
// Used by the main thread.
#pragma once

#include <string>
#include <vector>

#include "apps/setup/command.h"
#include "apps/setup/judges.h"

namespace assay {

class ScoreCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"score", "score responses by rubrics: weighted reward functions"};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 every row has a score, 2 wrong usage or a file that can't be read or
  // written, 3 some row has none, 130 interrupted.
  int Run(const Options& options) const override;

 private:
  std::vector<std::string> files_;
  std::string rubric_;
  std::string out_;
  ServerArguments server_;
};

}  // namespace assay
