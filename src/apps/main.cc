// The program `assay`: reads the command line and hands over to a subcommand.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <cstring>

#include "apps/commands/calibrate.h"
#include "apps/commands/doctor.h"
#include "apps/commands/rejudge_command.h"
#include "apps/commands/run_command.h"
#include "apps/commands/serve.h"
#include "apps/commands/timings.h"
#include "apps/math/math_command.h"
#include "apps/redteam/redteam.h"
#include "apps/setup/judges.h"
#include "apps/setup/options.h"
#include "apps/setup/version.h"
#include "base/log.h"
#include "base/text.h"
#include "sandbox/spawn/spawner_main.h"

namespace assay {
namespace {

bool ForServe(const OptionSpec&) {
  return true;
}
bool ForRuns(const OptionSpec& spec) {
  return !spec.serve_only;
}
bool ForMath(const OptionSpec& spec) {
  return StartsWith(spec.name, "math-judge") || spec.name == "log-level";
}

// Adds the table's options to a subcommand; given values land in `flags` by option name.
void AddTableOptions(CLI::App* command, bool (*wanted)(const OptionSpec&),
                     std::map<std::string, std::string>* flags, std::string* config_path) {
  for (const OptionSpec& spec : OptionTable()) {
    if (!wanted(spec)) continue;
    const std::string name(spec.name);
    CLI::Option* option = command->add_option_function<std::string>(
        "--" + name, [flags, name](const std::string& value) { (*flags)[name] = value; },
        std::string(spec.help));
    option->group("Options (also " + std::string("ASSAY_… in the environment, and in --config)"));
    option->option_text("[" + spec.DefaultText() + "]");
  }
  command->add_option("--config", *config_path,
                      "YAML file with any of the options, by their names");
}

int Main(int argc, char** argv) {
  CLI::App app("Assay runs untrusted programs and judges them.");
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "help of all subcommands");
  std::map<std::string, std::string> flags;
  std::string config_path;
  bool json = false;

  CLI::App* serve = app.add_subcommand("serve", "serve the HTTP API");
  AddTableOptions(serve, ForServe, &flags, &config_path);

  RunCommand run_command;
  CLI::App* run = app.add_subcommand("run", "judge one file, or a batch of submissions");
  run_command.AddTo(run);
  AddTableOptions(run, ForRuns, &flags, &config_path);

  RedteamCommand redteam_command;
  CLI::App* redteam =
      app.add_subcommand("redteam", "judge the tamper corpus and print a scorecard");
  redteam_command.AddTo(redteam);
  AddTableOptions(redteam, ForRuns, &flags, &config_path);

  RejudgeCommand rejudge_command;
  CLI::App* rejudge = app.add_subcommand("rejudge", "judge verdict bundles again and compare");
  rejudge_command.AddTo(rejudge);
  AddTableOptions(rejudge, ForRuns, &flags, &config_path);

  CLI::App* doctor =
      app.add_subcommand("doctor", "say what this host gives for isolation, and why");
  doctor->add_flag("--json", json, "print JSON");
  bool calibrate = false;
  doctor->add_flag("--calibrate", calibrate,
                   "measure this host's speed and offer a --time-multiplier");
  bool timings = false;
  doctor->add_flag("--timings", timings, "time each step of containment");
  AddTableOptions(doctor, ForRuns, &flags, &config_path);

  MathCommand math_command;
  CLI::App* math =
      app.add_subcommand("math", "judge one answer to a math problem, a file of them, or audit");
  math_command.AddTo(math);
  AddTableOptions(math, ForMath, &flags, &config_path);

  CLI::App* version = app.add_subcommand("version", "print version, build and libraries");
  version->add_flag("--json", json, "print JSON");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version requests come as "errors" with exit code 0.
    return app.exit(error) == 0 ? 0 : kExitUsage;
  }
  if (version->parsed()) {
    std::fputs((json ? VersionJson() + "\n" : VersionText()).c_str(), stdout);
    return 0;
  }
  const Result<Options> options = LoadOptions(flags, ::getenv, config_path);
  if (!options.ok()) {
    std::fprintf(stderr, "assay: %s\n", options.error().message.c_str());
    return kExitUsage;
  }
  const bool level_chosen = flags.count("log-level") > 0 || ::getenv("ASSAY_LOG_LEVEL") != nullptr;
  // A one-off command speaks through its result; its log only says what went wrong.
  InitLogging(serve->parsed() || level_chosen ? options.value().log_level : "warn");
  if (serve->parsed()) return Serve(options.value());
  if (doctor->parsed()) {
    if (timings) return ShowTimings(options.value(), json);
    return calibrate ? CalibrateHost(options.value(), json) : Doctor(options.value(), json);
  }
  if (redteam->parsed()) return redteam_command.Run(options.value());
  if (rejudge->parsed()) return rejudge_command.Run(options.value());
  if (math->parsed()) return math_command.Run(options.value());
  return run_command.Run(options.value());
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  // First of all, while there is one thread and nothing is open: the sandbox's own process.
  if (argc > 1 && std::strcmp(argv[1], "__spawner") == 0) return assay::SpawnerMain(argc, argv);
  return assay::Main(argc, argv);
}
