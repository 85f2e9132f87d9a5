#include "langs/entries/exotic/exotic.h"
#include "langs/entries/exotic/on_path.h"

namespace assay {
namespace {

constexpr LanguageOption kCompiler = {"swiftc", "",
                                      "Swift compiler; empty means the swiftc on PATH"};

LanguageTools Tools(const LanguageConfig& config) {
  const std::string compiler = OnPath(config, kCompiler, "swiftc");
  return {.source = "main.swift",
          // Without -O, which drops assertions.
          .compile = {compiler, "{flags}", "-o", "main", "-module-cache-path", "/tmp/modules",
                      "{files}"},
          .artifacts = {"main"},
          .run = {"./main"},
          .version_argv = {compiler, "--version"},
          .programs = {compiler}};
}

SelfTestPrograms SelfTest() {
  return {.right = "assert([2, 2].reduce(0, +) == 4)\nprint(\"ok\")\n",
          .assertion = "assert([2, 3].reduce(0, +) == 4)\nprint(\"ok\")\n",
          .broken = "let x: Int = \"four\"\nprint(\"ok\")\n",
          .crash = "print(\"ok\")\nlet a = [1]\nprint(a[a.count])\n",
          .assertion_sign = "Assertion failed"};
}

}  // namespace

LanguageEntry SwiftLanguage() {
  return {.id = "swift",
          .aliases = {"swiftc"},
          .extensions = {".swift"},
          .fences = {"swift"},
          .peer_fences = {{"swift", {{"swift"}}}},
          .options = {kCompiler},
          .install_hint = "a Swift toolchain for Linux, with its swiftc on PATH (or --swiftc)",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
