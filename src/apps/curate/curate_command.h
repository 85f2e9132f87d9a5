// `assay curate`: rows of a data set chosen by a recipe (docs/curate.md). Needs no server and runs
// no program.
//
// Used by the main thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/setup/command.h"

namespace assay {

class CurateCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"curate", "choose the rows of a data set that are worth training on", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 all is written, 1 our environment failed, 2 wrong usage, or a recipe
  // or file at fault, 130 stopped by Ctrl-C (the same command goes on).
  int Run(const Options& options) const override;

 private:
  int ListPresets() const;

  std::vector<std::string> files_;
  std::string recipe_;
  std::string out_;
  std::vector<std::string> benchmarks_;
  std::vector<std::string> skip_;
  std::optional<int64_t> seed_;
  int64_t checkpoint_rows_ = 20000;
  bool presets_ = false;
  bool print_recipe_ = false;
};

}  // namespace assay
