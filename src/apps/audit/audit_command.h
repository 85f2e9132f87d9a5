// `assay audit`: which problems of a data set can be trusted. Judges their references, wrong
// programs and faulty variants, says of each problem whether to keep, mend or drop it, and why, and
// writes mended rows. docs/audit.md.
//
// Used by the main thread.
#pragma once

#include <string>

#include "apps/rows/row_run.h"
#include "apps/setup/command.h"

namespace assay {

class AuditCommand final : public Command {
 public:
  AuditCommand();
  CommandInfo info() const override {
    return {"audit", "find the problems of a data set whose verdicts can't be trusted"};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 all problems are to be kept, 1 some are to be mended or dropped or
  // are no problems, 2 wrong usage or a file that can't be read or written, 3 some weren't judged,
  // 130 interrupted.
  int Run(const Options& options) const override;

 private:
  std::string Fault() const;

  RowRun run_;
  int repeats_ = 3;
  int mutants_ = 20;
  int64_t seed_ = 0;
  double weak_below_ = 0.5;
};

}  // namespace assay
