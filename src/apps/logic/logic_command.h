// `assay logic`: puzzles with exact verifiers: makes tasks, solves them, and judges answers
// (docs/logic.md). Needs no server and runs nothing.
//
// Used by the main thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/cli/line_file.h"
#include "apps/setup/command.h"
#include "base/result.h"

namespace assay {

class LogicCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"logic", "make, solve and judge logic puzzles of 29 kinds", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0, 1 some rows were no puzzles (they are named on stderr), 2 wrong usage
  // or a file that can't be read or written.
  int Run(const Options& options) const override;

 private:
  int ListKinds() const;
  int Make() const;
  int Solve() const;
  int Judge() const;
  // For what is said of the rows of the files.
  Result<LineFile> OpenOut() const;

  const CommandLine* kinds_verb_ = nullptr;
  const CommandLine* make_verb_ = nullptr;
  const CommandLine* solve_verb_ = nullptr;
  std::vector<std::string> kinds_;
  std::vector<int> difficulties_;
  int64_t count_ = 10;
  int64_t seed_ = 0;
  std::vector<std::string> files_;
  std::string out_;
};

}  // namespace assay
