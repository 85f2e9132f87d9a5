// D, twice: programs, and (as the peers know it) the tests within a program.
#include "langs/entries/native/native.h"

namespace assay {
namespace {

// The driver of LLVM's compiler that takes the words of the reference compiler.
constexpr LanguageOption kCompiler = {"dmd", "/usr/bin/ldmd2", "D compiler that takes dmd's flags"};

LanguageTools Tools(const LanguageConfig& config, std::vector<std::string> compile,
                    std::vector<std::string> default_flags) {
  const std::string compiler = config.Text(kCompiler);
  compile.insert(compile.begin(), compiler);
  return {.source = "main.d",
          .compile = std::move(compile),
          .default_flags = std::move(default_flags),
          .artifacts = {"main"},
          .run = {"./main"},
          .version_argv = {compiler, "--version"},
          .programs = {compiler}};
}

constexpr char kInstallHint[] = "apt install ldc";

}  // namespace

LanguageEntry DLanguage() {
  return {.id = "d",
          .aliases = {"dlang"},
          .extensions = {".d"},
          .fences = {"d", "dlang"},
          .peer_fences = {{"d", {{"D", "d"}}}},
          .options = {kCompiler},
          .install_hint = kInstallHint,
          .self_test = {.right = "import std.stdio;\nvoid main() { writeln(\"ok\"); }\n",
                        .assertion = "void main(string[] words) { assert(words.length == 7); }\n",
                        .broken = "void main() { int x = ; }\n",
                        .crash = "void main(string[] words) { words[words.length] = null; }\n",
                        .assertion_sign = "AssertError"},
          .tools = [](const LanguageConfig& config) {
            return Tools(config, {"{flags}", "{files}", "-of=main"}, {"-O"});
          }};
}

LanguageEntry DUnittestLanguage() {
  return {.id = "d_ut",
          .compile_units = {".d"},
          .fences = {"d", "dlang"},
          // No fence names it.
          .peer_fences = {{"D_ut", {}}},
          .install_hint = kInstallHint,
          .self_test = {.right = "unittest { assert(1 + 1 == 2); }\nvoid main() {}\n",
                        .assertion = "int two() { return 2; }\n"
                                     "unittest { assert(two() == 3); }\nvoid main() {}\n",
                        .broken = "unittest { int x = ; }\nvoid main() {}\n",
                        .crash = "int two() { return 2; }\n"
                                 "unittest { int[] none; none[two()] = 1; }\nvoid main() {}\n",
                        .assertion_sign = "Assertion failure",
                        .right_prints = false},
          .tools = [](const LanguageConfig& config) {
            return Tools(config, {"{flags}", "{files}", "-unittest", "-of=main"}, {});
          }};
}

}  // namespace assay
