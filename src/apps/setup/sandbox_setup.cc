#include "apps/setup/sandbox_setup.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/log.h"
#include "runner/box_paths.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/quick_end_check.h"
#include "sandbox/tiers/ladder.h"
#include "sandbox/zygote/python_zygote.h"

namespace assay {

namespace {

std::string UsualCacheDirectory() {
  if (::geteuid() == 0) return "/var/cache/assay";
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/assay";
  const char* home = std::getenv("HOME");
  return std::string(home != nullptr ? home : "/tmp") + "/.cache/assay";
}

}  // namespace

std::string CacheDirectory(const Options& options) {
  if (options.cache_dir.empty()) return UsualCacheDirectory();
  std::error_code error;
  const auto absolute = std::filesystem::absolute(options.cache_dir, error).lexically_normal();
  return error ? options.cache_dir : absolute.string();
}

std::string VisibleCacheDirectory(const Options& options) {
  const std::string directory = CacheDirectory(options);
  std::error_code error;
  const auto real = std::filesystem::weakly_canonical(directory, error);
  const bool hidden = BoxOwns(directory) || (!error && BoxOwns(real.string()));
  return hidden ? UsualCacheDirectory() : directory;
}

namespace {

// In words of the option that decides it: a virtual environment is quickly made below /tmp.
Status CheckSeesPython(const LanguageTable& languages) {
  for (const WarmStart& start : languages.WarmStarts()) {
    if (start.recipe != WarmRecipe::kCPython || !BoxOwns(start.argv.front())) continue;
    return InvalidField("apps.sandbox", "--python",
                        "programs can't see " + start.argv.front() +
                            ": below /tmp, /var/tmp and /dev a box has its own; name an "
                            "interpreter or an environment elsewhere");
  }
  return {};
}

// Python runs that can be forked: whole programs, and the driver's. Without a place for the library
// they start cold, which is slower and otherwise the same.
void AddPythonZygotes(const Options& options, const LanguageTable& languages,
                      SandboxOptions* sandbox) {
  PythonZygoteOptions zygotes;
  zygotes.directory = VisibleCacheDirectory(options) + "/zygote";
  zygotes.imports = options.warm_imports.empty() ? UsualPythonImports() : options.warm_imports;
  // Theirs first: it may be that they import numpy, too.
  zygotes.packages.insert(zygotes.packages.begin(), options.warm_packages.begin(),
                          options.warm_packages.end());
  zygotes.stack_bytes = Limits().stack_bytes;
  zygotes.quick_end = options.python_quick_end != "off";
  std::vector<PythonStart> starts;
  for (WarmStart& start : languages.WarmStarts()) {
    if (start.recipe != WarmRecipe::kCPython) continue;
    starts.push_back(
        {start.kind == ProgramKind::kWhole, std::move(start.argv), std::move(start.env)});
  }
  auto prepared = PreparePythonZygotes(zygotes, starts);
  if (!prepared.ok()) {
    spdlog::warn("Python starts cold for every run: {}", prepared.error().ToString());
    return;
  }
  sandbox->warm_programs = *std::move(prepared);
  sandbox->visible_paths.push_back(zygotes.directory);
}

}  // namespace

Result<SandboxOptions> SandboxOptionsOf(const Options& options, const LanguageTable& languages) {
  ASSAY_RETURN_IF_ERROR(languages.CheckSettings());
  ASSAY_RETURN_IF_ERROR(CheckSeesPython(languages));
  SandboxOptions sandbox;
  sandbox.allow_weak = options.allow_weak == "on";
  ASSAY_ASSIGN_OR_RETURN(sandbox.tier, ChooseTier(options.tier, sandbox.allow_weak));
  sandbox.slots = static_cast<int>(options.slots);
  sandbox.pin = options.pin == "on";
  sandbox.visible_paths = languages.ToolchainPaths();
  const std::string cache = CacheDirectory(options), visible = VisibleCacheDirectory(options);
  if (visible != cache) {
    spdlog::warn(
        "--cache-dir: a box has something of its own at {}, so what programs must see (warm "
        "interpreters, precompiled headers) is kept in {}; name a folder elsewhere to keep all in "
        "one place",
        cache, visible);
  }
  if (options.warm == "on") AddPythonZygotes(options, languages, &sandbox);
  return sandbox;
}

RunRequest WarmPythonRequest(const SandboxOptions& sandbox, std::string_view code) {
  const WarmProgram& program = sandbox.warm_programs.front();
  RunRequest request;
  request.argv = program.argv;
  for (const std::string& entry : program.env) {
    const size_t equals = entry.find('=');
    request.env[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  request.files.push_back({program.argv.back(), Blob::FromString(std::string(code)), false});
  return request;
}

namespace {

// How forked Python runs differ from cold ones; empty when they don't. In a runner of its own, so
// that what goes wrong in it is gone with it.
std::string ForksDiffer(SandboxOptions sandbox, std::string (*check)(const RunPython&)) {
  sandbox.slots = 1;
  const SandboxOptions warm = sandbox;
  auto runner = BoxRunner::Create(std::move(sandbox));
  if (!runner.ok()) return "it could not be tested: " + runner.error().ToString();
  uint64_t series = 0;
  return check([&](const std::string& code, PythonStartKind start) {
    RunRequest request = WarmPythonRequest(warm, code);
    // Another environment than that of the zygotes.
    if (start == PythonStartKind::kCold) request.env["ASSAY_START"] = "cold";
    request.fetch = {"out"};
    request.limits.cpu_time = request.limits.wall_time = std::chrono::seconds(10);
    if (start != PythonStartKind::kRestored) return (*runner)->Run(request, nullptr);
    // A first snapshot may find no room yet.
    for (int tries = 3;; --tries) {
      request.series = ++series;
      const auto first = (*runner)->Run(request, nullptr);
      if (!first.ok()) return first;
      auto second = (*runner)->Run(request, nullptr);
      if (!second.ok() || second->restored || tries == 1) return second;
    }
  });
}

Settled SettleQuickEnd(const Options& options, SandboxOptions* sandbox) {
  if (sandbox->warm_programs.empty()) return {false, "no Python run is forked"};
  if (options.python_quick_end == "on") return {true, "as asked"};
  std::string why = "as asked";
  if (options.python_quick_end == "auto") {
    why = ForksDiffer(*sandbox, &QuickEndDifference);
    if (why.empty()) return {true, "the self-test saw no difference"};
    for (WarmProgram& program : sandbox->warm_programs) program.quick_end = false;
  }
  if (const std::string difference = ForksDiffer(*sandbox, &ForkDifference); !difference.empty()) {
    spdlog::warn("Python starts cold for every run, which is slower: {}", difference);
    sandbox->warm_programs.clear();
    return {false, "no Python run is forked: " + difference};
  }
  if (options.python_quick_end == "auto") {
    spdlog::warn("forked Python runs free their interpreter, which is slower: {}", why);
  }
  return {false, why};
}

Settled SettleRestore(const Options& options, SandboxOptions* sandbox) {
  sandbox->restore = options.restore != "off";
  if (sandbox->warm_programs.empty()) return {false, "no Python run is forked"};
  if (options.restore != "auto") return {sandbox->restore, "as asked"};
  // Attacks and data sets in restored processes have been run where memory is version 1's only.
  const std::string why = DetectCgroups().layout == CgroupLayout::kV2
                              ? "with cgroup v2 it is young: `--restore on` takes it"
                              : ForksDiffer(*sandbox, &RestoreDifference);
  sandbox->restore = why.empty();
  return {sandbox->restore, why.empty() ? "the self-test saw no difference" : why};
}

}  // namespace

PythonSavings SettlePythonSavings(const Options& options, SandboxOptions* sandbox) {
  PythonSavings savings;
  savings.quick_end = SettleQuickEnd(options, sandbox);
  savings.restore = SettleRestore(options, sandbox);
  sandbox->restore_others = savings.restore.on && options.restore_others == "on";
  return savings;
}

}  // namespace assay
