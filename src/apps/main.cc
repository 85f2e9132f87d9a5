// The program `assay`: reads the command line and hands over to a subcommand.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <cstring>
#include <map>

#include "apps/command_table.h"
#include "apps/setup/judges.h"
#include "apps/setup/options.h"
#include "base/log.h"
#include "base/text.h"
#include "sandbox/spawn/spawner_main.h"

namespace assay {
namespace {

bool Takes(OptionSet set, const OptionSpec& spec) {
  switch (set) {
    case OptionSet::kNone: return false;
    case OptionSet::kServe: return true;
    case OptionSet::kRuns: return !spec.serve_only;
    case OptionSet::kMath: break;
  }
  return StartsWith(spec.name, "math-judge") || spec.name == "log-level";
}

// What the command line says about the options of the table.
struct GivenOptions {
  std::map<std::string, std::string> flags;  // by option name
  std::string config_path;
};

void AddTableOptions(CLI::App* command, OptionSet set, GivenOptions* given) {
  if (set == OptionSet::kNone) return;
  for (const OptionSpec& spec : OptionTable()) {
    if (!Takes(set, spec)) continue;
    const std::string name(spec.name);
    CLI::Option* option = command->add_option_function<std::string>(
        "--" + name, [given, name](const std::string& value) { given->flags[name] = value; },
        std::string(spec.help));
    option->group("Options (also " + std::string("ASSAY_… in the environment, and in --config)"));
    option->option_text("[" + spec.DefaultText() + "]");
  }
  command->add_option("--config", given->config_path,
                      "YAML file with any of the options, by their names");
}

int RunWithOptions(const Command& command, const GivenOptions& given) {
  const CommandInfo info = command.info();
  if (info.options == OptionSet::kNone) return command.Run({});
  const Result<Options> options = LoadOptions(given.flags, ::getenv, given.config_path);
  if (!options.ok()) {
    std::fprintf(stderr, "assay: %s\n", options.error().message.c_str());
    return kExitUsage;
  }
  const bool level_chosen =
      given.flags.count("log-level") > 0 || ::getenv("ASSAY_LOG_LEVEL") != nullptr;
  // A one-off command speaks through its result; its log only says what went wrong.
  InitLogging(info.logs || level_chosen ? options.value().log_level : "warn");
  return command.Run(options.value());
}

int Main(int argc, char** argv) {
  CLI::App app("Assay runs untrusted programs and judges them.");
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "help of all subcommands");
  GivenOptions given;
  const auto commands = AllCommands();
  for (const auto& command : commands) {
    const CommandInfo info = command->info();
    CLI::App* const subcommand = app.add_subcommand(info.name, info.about);
    command->AddTo(subcommand);
    AddTableOptions(subcommand, info.options, &given);
  }
  try {
    app.parse(argc, argv);
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
  if (argc > 1 && std::strcmp(argv[1], "__spawner") == 0) return assay::SpawnerMain(argc, argv);
  return assay::Main(argc, argv);
}
