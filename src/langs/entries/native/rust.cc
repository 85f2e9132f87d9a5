#include <filesystem>

#include "base/text.h"
#include "langs/drivers/drivers.h"
#include "langs/entries/native/native.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

constexpr LanguageOption kCompiler = {
    "rustc", "", "Rust compiler; empty means Debian's, or else the one on PATH"};
constexpr char kDebians[] = "/usr/bin/rustc";

// The compiler itself: rustup's program of that name only passes on to one below HOME, which a box
// doesn't have.
std::string FindCompiler(const std::string& configured) {
  std::error_code error;
  if (!configured.empty()) return configured;
  if (std::filesystem::exists(kDebians, error)) return kDebians;
  const std::string found = FindOnPath("rustc");
  if (found.empty()) return kDebians;
  const HostCommandResult asked = RunHostCommand({found, "--print", "sysroot"});
  const std::string real = std::string(TrimAsciiSpace(asked.output)) + "/bin/rustc";
  return asked.exit_code == 0 && std::filesystem::exists(real, error) ? real : found;
}

// The peers compile without optimisation, which has arithmetic checked for overflow: kept here,
// because it decides what a program does. The edition is the one of today's programs.
LanguageTools Tools(const LanguageConfig& config) {
  const std::string compiler = FindCompiler(config.Text(kCompiler));
  return {.source = "main.rs",
          .compile = {compiler, "{flags}", "{files}", "-o", "main"},
          .default_flags = {"--edition=2021", "-Copt-level=2", "-Cdebug-assertions=on"},
          .artifacts = {"main"},
          .run = {"./main"},
          .version_argv = {compiler, "--version"},
          .programs = {compiler},
          .function_call = LayoutRustCall};
}

}  // namespace

LanguageEntry RustLanguage() {
  return {.id = "rust",
          .aliases = {"rs", "rustc"},
          .extensions = {".rs"},
          .fences = {"rust", "rs"},
          .peer_fences = {{"rust", {{"rust", "Rust", "rs"}}}},
          .contest_flags = {"--edition=2021", "-Copt-level=2"},
          .options = {kCompiler},
          .install_hint = "apt install rustc-web",
          .self_test = {.right = "fn main() { println!(\"ok\"); }\n",
                        .assertion = "fn main() { assert_eq!(1 + 1, 3); }\n",
                        .broken = "fn main() { let x: i32 = ; }\n",
                        .crash = "fn main() { let none: Vec<i32> = Vec::new();\n"
                                 "println!(\"{}\", none[none.len()]); }\n",
                        .assertion_sign = "assertion"},
          .tools = Tools};
}

}  // namespace assay
