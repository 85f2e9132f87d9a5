// What a CLI::App knows, as plain values for the writers of completion scripts and manual pages.
// Pure.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace assay {

struct DescribedOption {
  std::vector<std::string> long_names;  // without dashes
  std::vector<std::string> short_names;
  std::string about;
  bool takes_value = false;
};

struct DescribedCommand {
  std::string name;
  std::string about;
  std::vector<DescribedOption> options;    // in the order of --help
  std::vector<DescribedOption> arguments;  // positional ones
};

// Of the app itself: its name, and what may stand before a command.
DescribedCommand Describe(const CLI::App& app);
std::vector<DescribedCommand> DescribeCommands(const CLI::App& app);

}  // namespace assay
