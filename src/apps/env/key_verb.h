// `assay env key`: keys that sign packs, and whose signatures count. Used by the main thread.
#pragma once

#include <string>

#include "apps/env/env_arguments.h"
#include "apps/setup/command.h"

namespace assay {

class EnvKeyVerb final : public Command {
 public:
  CommandInfo info() const override {
    return {"key", "make a key that signs, trust one, or list those that are trusted",
            OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  int New() const;
  int Trust() const;
  int List() const;

  CommandLine* new_ = nullptr;
  CommandLine* trust_ = nullptr;
  std::string file_;
  std::string whose_;
  KeyArguments keys_;
};

}  // namespace assay
