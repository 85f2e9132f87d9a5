// The program `assay`: reads the command line and hands over to a subcommand.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

#include "apps/cli/command_line.h"
#include "apps/cli/help_format.h"
#include "apps/cli/nearest.h"
#include "apps/command_table.h"
#include "apps/setup/judges.h"
#include "apps/setup/options.h"
#include "base/log.h"
#include "base/text.h"
#include "sandbox/spawner/spawner_main.h"
#include "sandbox/wire/protocol.h"

namespace assay {
namespace {

bool Takes(OptionSet set, const OptionSpec& spec) {
  switch (set) {
    case OptionSet::kNone: return false;
    case OptionSet::kServe: return true;
    case OptionSet::kRuns: return !spec.serve_only;
    case OptionSet::kImages: return spec.name == "cache-dir" || spec.name == "image-folder";
    case OptionSet::kMath: break;
  }
  return StartsWith(spec.name, "math-judge") || spec.name == "log-level";
}

// What the command line says about the options of the table.
struct GivenOptions {
  std::map<std::string, std::string> flags;  // by option name
  std::string config_path;
};

void AddTableOptions(CommandLine* command, OptionSet set, GivenOptions* given) {
  if (set == OptionSet::kNone) return;
  for (const OptionSpec& spec : OptionTable()) {
    if (!Takes(set, spec)) continue;
    const std::string name(spec.name);
    const std::string help(spec.help);
    DeclaredOption option =
        std::holds_alternative<SwitchOption>(spec.kind)
            ? command->OnFlag(
                  "--" + name, [given, name] { given->flags[name] = "on"; }, help)
            : command->OnText(
                  "--" + name,
                  [given, name](const std::string& value) { given->flags[name] = value; }, help);
    option.Under("Options (also ASSAY_… in the environment, and in --config)")
        .DefaultText("[" + spec.DefaultText() + "]");
  }
  command->Option("--config", given->config_path,
                  "YAML file with any of the options, by their names");
}

int RunWithOptions(const Command& command, const GivenOptions& given) {
  const CommandInfo info = command.info();
  if (info.options == OptionSet::kNone) return command.Run({});
  const auto options = LoadOptions(given.flags, ::getenv, given.config_path);
  if (!options.ok()) {
    std::fprintf(stderr, "assay: %s\n", options.error().message.c_str());
    return kExitUsage;
  }
  const bool level_chosen =
      given.flags.count("log-level") > 0 || ::getenv("ASSAY_LOG_LEVEL") != nullptr;
  // A one-off command speaks through its result; its log only says what went wrong.
  InitLogging(info.logs || level_chosen ? options->log_level : "warn");
  return command.Run(*options);
}

// " (did you mean 'serve'?)", or nothing.
std::string DidYouMean(const std::string& nearest) {
  return nearest.empty() ? "" : " (did you mean '" + nearest + "'?)";
}

// Says what nobody knows in the arguments, and the nearest that there is.
int FailUnknownCommand(const std::string& name, const std::vector<std::string>& names) {
  std::fprintf(stderr, "assay: there is no command '%s'%s; see assay --help\n", name.c_str(),
               DidYouMean(NearestName(name, names)).c_str());
  return kExitUsage;
}

int FailUnknownArgument(const std::string& argument, const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::string given = argument.substr(0, argument.find('='));
  const bool is_option = StartsWith(argument, "-");
  std::fprintf(stderr, "assay %s: %s '%s'%s; see assay %s --help\n", command.get_name().c_str(),
               is_option ? "there is no option" : "one argument too many:", given.c_str(),
               is_option ? DidYouMean(NearestName(given, names)).c_str() : "",
               command.get_name().c_str());
  return kExitUsage;
}

int Main(int argc, char** argv) {
  CLI::App app("Assay runs untrusted programs and judges them.", "assay");
  app.formatter(NarrowHelp());
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "help of all subcommands");
  app.set_version_flag("--version", "assay " ASSAY_VERSION, "version; `assay version` says more");
  CommandLine line(&app);
  GivenOptions given;
  const auto commands = AllCommands();
  std::vector<std::string> names;
  for (const auto& command : commands) {
    const CommandInfo info = command->info();
    CommandLine* const subcommand = line.Verb(info.name, info.about);
    names.push_back(info.name);
    command->AddTo(subcommand);
    AddTableOptions(subcommand, info.options, &given);
  }
  if (argc > 1 && argv[1][0] != '-' &&
      std::find(names.begin(), names.end(), argv[1]) == names.end()) {
    return FailUnknownCommand(argv[1], names);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError& error) {
    for (const CLI::App* command : app.get_subcommands()) {
      const std::vector<std::string> unknown = command->remaining();
      if (!unknown.empty()) return FailUnknownArgument(unknown.front(), *command);
    }
    app.exit(error);
    return kExitUsage;
  } catch (const CLI::ParseError& error) {
    // Help and version requests come as "errors" with exit code 0.
    return app.exit(error) == 0 ? 0 : kExitUsage;
  }
  for (const auto& command : commands) {
    if (app.got_subcommand(command->info().name)) return RunWithOptions(*command, given);
  }
  return kExitUsage;  // unreachable: a subcommand is required
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  // First of all, while there is one thread and nothing is open: the sandbox's own process.
  if (argc > 1 && std::strcmp(argv[1], assay::kSpawnerCommand) == 0) return assay::SpawnerMain();
  return assay::Main(argc, argv);
}
