// `assay env select`: an environment of the tasks that are neither too hard nor too easy. Used by
// the main thread.
#pragma once

#include <optional>
#include <string>

#include "apps/setup/command.h"
#include "env/difficulty/difficulty.h"

namespace assay {

class EnvSelectVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"select", "an environment of the tasks that were solved so often", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  std::string folder_;
  std::string difficulty_;
  std::string out_;
  env::Selection selection_;
};

}  // namespace assay
