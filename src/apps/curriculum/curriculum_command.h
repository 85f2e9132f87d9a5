// `assay curriculum`: a service that a trainer asks which problems come next, and tells what became
// of them (docs/curriculum.md). Runs no program.
//
// Used by the main thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/curriculum/plan_arguments.h"
#include "apps/listen/listener.h"
#include "apps/setup/command.h"
#include "lab/rl/curriculum/plan/plan.h"
#include "lab/rl/curriculum/read/read_problems.h"

namespace assay {

class CurriculumCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"curriculum", "say which problems a training run gets next", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 it was asked to end, or has shown what it was asked for, 1 our
  // environment failed, 2 wrong usage, or a plan, file or folder at fault.
  int Run(const Options& options) const override;

 private:
  int ListPresets() const;
  int Serve(const curriculum::Plan& plan, const curriculum::ReadProblems& read) const;

  std::string plan_;
  std::vector<std::string> problems_;
  std::string folder_;
  Listener listener_{8095};
  std::optional<int64_t> seed_;
  FieldArguments fields_;
  bool presets_ = false;
  bool print_plan_ = false;
  bool table_ = false;
};

}  // namespace assay
