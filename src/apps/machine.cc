#include "apps/machine.h"

#include "base/text.h"
#include "sandbox/box_runner.h"

namespace assay {

LanguageConfig LanguageConfigOf(const Options& options) {
  LanguageConfig config;
  config.python = options.python;
  config.cxx = options.cxx;
  config.cc = options.cc;
  config.java_home = options.java_home;
  config.node = options.node;
  config.cxx_flags = options.cxx_flags;
  config.c_flags = options.c_flags;
  return config;
}

namespace {

// What a box must show of the host for the languages. Not files of /etc: a box has an /etc of its
// own making, with what toolchains read there.
std::vector<std::string> VisiblePaths(const LanguageTable& languages) {
  std::vector<std::string> paths = languages.ToolchainPaths();
  std::erase_if(paths, [](const std::string& path) { return StartsWith(path, "/etc/"); });
  return paths;
}

}  // namespace

Machine::Machine(const Options& options)
    : languages_(LanguageConfigOf(options)),
      router_([this](std::string_view route, int status, Nanoseconds duration) {
        metrics_.OnHttp(route, status, duration);
      }) {}

Machine::~Machine() = default;

Result<std::unique_ptr<Machine>> Machine::Create(const Options& options) {
  std::unique_ptr<Machine> machine(new Machine(options));
  SandboxOptions sandbox;
  sandbox.slots = static_cast<int>(options.slots);
  sandbox.visible_paths = VisiblePaths(machine->languages_);
  ASSAY_ASSIGN_OR_RETURN(machine->runner_, BoxRunner::Create(std::move(sandbox)));
  machine->toolchains_ = machine->languages_.Probe();

  EngineOptions engine;
  engine.max_queued_submissions = static_cast<int>(options.max_queue);
  engine.max_queued_bytes = options.max_queue_mb << 20;
  machine->engine_ = std::make_unique<Engine>(engine, *machine->runner_, machine->languages_,
                                              machine->clock_, &machine->metrics_);
  ApiOptions api;
  api.output_bytes = options.output_cap_mb << 20;
  machine->api_ = std::make_unique<ApiService>(api, *machine->engine_, machine->languages_,
                                               machine->toolchains_, machine->metrics_,
                                               machine->runner_->tier());
  machine->api_->RegisterRoutes(machine->router_);
  return machine;
}

}  // namespace assay
