// `assay completion SHELL` and `assay man`: the command line described for shells and for man(1).
//
// Used by the main thread.
#pragma once

#include <string>

#include "apps/setup/command.h"

namespace assay {

class CompletionCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"completion", "print completions for bash, zsh or fish", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  const CommandLine* command_ = nullptr;  // outlives Run; its parent is the whole command line
  std::string shell_;
};

class ManCommand final : public Command {
 public:
  CommandInfo info() const override { return {"man", "print the manual page", OptionSet::kNone}; }
  void AddTo(CommandLine* command) override { command_ = command; }
  int Run(const Options& options) const override;

 private:
  const CommandLine* command_ = nullptr;
};

}  // namespace assay
