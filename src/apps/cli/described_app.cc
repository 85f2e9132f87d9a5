#include "apps/cli/described_app.h"

#include <CLI/CLI.hpp>

namespace assay {

DescribedCommand Describe(const CLI::App& app) {
  DescribedCommand command{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    const std::string& shown = option->get_option_text();  // "[its default]"
    DescribedOption described{option->get_lnames(), option->get_snames(),
                              option->get_description() + (shown.empty() ? "" : " " + shown),
                              option->get_items_expected_max() > 0};
    if (!option->nonpositional()) {
      described.long_names = {option->get_name(true)};
      command.arguments.push_back(std::move(described));
    } else {
      command.options.push_back(std::move(described));
    }
  }
  return command;
}

std::vector<DescribedCommand> DescribeCommands(const CLI::App& app) {
  std::vector<DescribedCommand> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(Describe(*command));
  return commands;
}

}  // namespace assay
