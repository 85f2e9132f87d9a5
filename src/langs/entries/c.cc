#include "langs/entries/entries.h"
#include "langs/entries/shared.h"

namespace assay {
namespace {

constexpr LanguageOption kCompiler = {"cc", "/usr/bin/gcc", "C compiler"};
constexpr LanguageOption kFlags = {"c-flags", "-O2 -std=gnu17", "default C flags"};

LanguageTools Tools(const LanguageConfig& config) {
  const std::string compiler = config.Text(kCompiler);
  return {.source = "main.c",
          .compile = {compiler, "{flags}", "{files}", "-o", "main", "-lm"},
          .default_flags = config.Words(kFlags),
          .link_flags = FastLinkerFlags(compiler),
          .libraries = UsualLibraries(),
          .artifacts = {"main"},
          .run = {"./main"},
          .version_argv = {compiler, "--version"},
          .programs = {compiler}};
}

SelfTestPrograms SelfTest() {
  const auto with = [](const std::string& body) {
    return "#include <assert.h>\n#include <stdio.h>\nint main(int argc, char** argv) { " + body +
           " }\n";
  };
  return {.right = with("assert(argc + 1 == 2); puts(\"ok\");"),
          .assertion = with("assert(argc + 2 == 2); puts(\"ok\");"),
          .broken = with("undeclared = argc; puts(\"ok\");"),
          .crash = with("puts(\"ok\"); *(volatile int*)(long)(argc - 1) = 4;"),
          .assertion_sign = "Assertion"};
}

}  // namespace

LanguageEntry CLanguage() {
  return {.id = "c",
          .aliases = {"c17", "c11", "gcc"},
          .extensions = {".c"},
          .peer_fences = {{"c", {{"c"}}}},
          .options = {kCompiler, kFlags},
          .install_hint = "apt install gcc libc6-dev",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
