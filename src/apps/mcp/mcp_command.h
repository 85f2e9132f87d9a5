// `assay mcp`: the Model Context Protocol over standard input and output, for programs that start
// their tools themselves.
#pragma once

#include "apps/setup/command.h"
#include "apps/setup/judges.h"

namespace assay {

class McpCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {.name = "mcp",
            .about = "judge for agents: the Model Context Protocol over stdin and stdout"};
  }
  void AddTo(CommandLine* command) override;
  int Run(const Options& options) const override;

 private:
  ServerArguments server_;
};

}  // namespace assay
