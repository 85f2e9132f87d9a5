// `assay eval grade`: judges the answers of a run again and asks nobody. Used by the main thread.
#pragma once

#include "apps/eval/judging.h"
#include "apps/setup/command.h"

namespace assay {

class EvalGradeVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"grade", "judge the answers of a run again; asks nobody"};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  JudgingArguments judging_;
};

}  // namespace assay
