#include "langs/entries/exotic/exotic.h"
#include "langs/entries/exotic/on_path.h"

namespace assay {
namespace {

constexpr LanguageOption kLake = {"lake", "", "Lean's lake program; empty means the one on PATH"};
constexpr LanguageOption kProject = {
    "lean-project", "",
    "folder of a built Lake project (Mathlib, say) whose packages Lean programs may import; empty "
    "means Lean's own library only"};

// Checking a file is its proof's test; `lake env` only says where the project's packages are.
LanguageTools Tools(const LanguageConfig& config) {
  const std::string lake = OnPath(config, kLake, "lake");
  const std::string project = config.Text(kProject);
  std::vector<std::string> run = {lake};
  if (!project.empty()) run.push_back("--dir=" + project);
  for (const char* word : {"env", "lean", "{main}"}) run.push_back(word);
  return {.source = "Main.lean",
          .run = std::move(run),
          .version_argv = {lake, "--version"},
          .programs = {lake},
          .find_paths = [project] { return std::vector<std::string>{project}; }};
}

SelfTestPrograms SelfTest() {
  return {.right = "theorem four : 2 + 2 = 4 := rfl\n#eval IO.println \"ok\"\n",
          .assertion = "example : 2 + 3 = 4 := by decide\n#eval IO.println \"ok\"\n",
          .broken = "theorem : := rfl\n",
          .crash = "#eval (throw (IO.userError \"a crash\") : IO Unit)\n",
          .assertion_sign = "decide"};
}

}  // namespace

LanguageEntry LeanLanguage() {
  return {.id = "lean",
          .aliases = {"lean4"},
          .extensions = {".lean"},
          .time_multiplier = 2,
          .fences = {"lean", "lean4"},
          .options = {kLake, kProject},
          .install_hint = "a Lean toolchain, with its lake on PATH (or --lake)",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
