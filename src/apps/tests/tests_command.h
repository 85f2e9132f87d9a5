// `assay tests`: the tests of problems. grow: stronger ones, of new inputs that references agree
// on. docs/tests.md.
//
// Used by the main thread.
#pragma once

#include <cstdint>
#include <string>

#include "apps/rows/row_run.h"
#include "apps/setup/command.h"
#include "lab/grow/model/growth.h"

namespace assay {

class TestsCommand final : public Command {
 public:
  TestsCommand();
  CommandInfo info() const override {
    return {"tests", "stronger tests for the problems of a data set", OptionSet::kRuns};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 all problems were looked at, 1 rows are no problems, 2 wrong usage or
  // a file that can't be read or written, 3 some weren't judged, 130 interrupted.
  int Run(const Options& options) const override;

 private:
  std::string Fault() const;

  RowRun run_;
  int64_t seed_ = 0;
  bool no_single_ = false;
  bool no_beyond_ = false;
  grow::GrowOptions options_;
};

}  // namespace assay
