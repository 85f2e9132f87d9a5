// `assay math`: judges one answer, a file of answers, or (audit) how a profile judges labelled
// ones. Needs no server and no sandbox: nothing of a model's text is run.
//
// Used by the main thread, which starts the threads of a batch and joins them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/math/math_run.h"
#include "apps/math/math_file.h"
#include "apps/setup/command.h"

namespace assay {

class MathCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"math", "judge one answer to a math problem, a file of them, or audit",
            OptionSet::kMath};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code. One answer: 0 correct, 1 incorrect, 3 undecided or unparseable. Batch: 0
  // when all were judged, whatever the verdicts. Audit: 0 when labels (or two profiles) agree
  // throughout, else 1. Always: 2 for wrong usage.
  int Run(const Options& options) const override;

 private:
  int RunPair(const Options& options) const;
  int RunBatchFile(const Options& options) const;
  int RunAudit() const;
  bool WantsJson() const;

  CommandLine* audit_ = nullptr;
  std::optional<std::string> gold_;
  std::optional<std::string> response_;
  std::string batch_;
  std::string audit_file_;
  std::string profile_;
  std::string against_;
  int threads_ = 0;
  bool json_ = false;
  bool table_ = false;
};

}  // namespace assay
