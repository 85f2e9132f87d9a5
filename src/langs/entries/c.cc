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

}  // namespace

LanguageEntry CLanguage() {
  return {.id = "c",
          .aliases = {"c17", "c11", "gcc"},
          .extensions = {".c"},
          .peer_fences = {{"c", {{"c"}}}},
          .options = {kCompiler, kFlags},
          .install_hint = "apt install gcc libc6-dev",
          .tools = Tools};
}

}  // namespace assay
