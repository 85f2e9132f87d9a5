#include "apps/commands/describe_command.h"

#include <cstdio>
#include <variant>

#include "apps/cli/describe.h"
#include "apps/setup/version.h"

namespace assay {
namespace {

std::vector<std::string_view> ChoicesOf(std::string_view option) {
  for (const OptionSpec& spec : OptionTable()) {
    const auto* text = std::get_if<TextOption>(&spec.kind);
    if (spec.name == option && text != nullptr) return text->choices;
  }
  return {};
}

void Print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

void CompletionCommand::AddTo(CommandLine* command) {
  command_ = command;
  command->Option("shell", shell_, "bash, zsh or fish").Required().OneOf(ShellNames());
}

int CompletionCommand::Run(const Options&) const {
  Print(CompletionScript(shell_, command_->Whole(), ChoicesOf));
  return 0;
}

int ManCommand::Run(const Options&) const {
  Print(ManualPage(command_->Whole(), BuildName()));
  return 0;
}

}  // namespace assay
