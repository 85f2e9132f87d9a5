// Command: a subcommand of the program. Each has a file of its own and a line in
// apps/command_table.cc; main() walks that table and knows no subcommand by name.
//
// Used by the main thread.
#pragma once

#include "apps/cli/command_line.h"
#include "apps/setup/options.h"

namespace assay {

// Which of OptionTable() a command takes.
enum class OptionSet {
  kNone,    // not even a configuration file is read
  kServe,   // all
  kRuns,    // those that matter when programs are run once
  kMath,    // those that matter when only answers are judged
  kImages,  // those that say where images are
};

struct CommandInfo {
  const char* name;
  const char* about;
  OptionSet options = OptionSet::kRuns;
  // Speaks through its log, rather than through its result.
  bool logs = false;
};

class Command {
 public:
  virtual ~Command() = default;
  virtual CommandInfo info() const = 0;
  // Declares the arguments, before parsing.
  virtual void AddTo(CommandLine* command) = 0;
  // Returns the exit code.
  virtual int Run(const Options& options) const = 0;
};

}  // namespace assay
