#include "langs/entries/scripting/npm.h"
#include "langs/entries/scripting/scripting.h"
#include "langs/entry/common.h"

namespace assay {
namespace {

constexpr char kSource[] = "main.test.ts";

// jest takes a configuration only from the folder of the tests. Ours is in the folder of packages
// (scripts/install-toolchains.sh): Babel takes the types away, as the peers have it.
LayoutHook LayOut(const std::string& npm) {
  const std::string config = "module.exports = require(\"" + npm + "/jest.config.js\");\n";
  return [config](const Problem&, std::string_view code, ProgramLayout* layout) -> Status {
    layout->sources = {{kSource, Blob::FromString(std::string(code))},
                       {"jest.config.js", Blob::FromString(config)}};
    layout->main = kSource;
    return {};
  };
}

LanguageTools Tools(const LanguageConfig& config) {
  const std::string node = config.Text(kNode);
  const std::string npm = config.Text(kToolchains) + "/npm";
  const std::string jest = NpmFolder(config) + "/jest/bin/jest.js";
  return {.source = kSource,
          // One process: a run has one core.
          .run = {node, jest, "--runInBand", "--cacheDirectory=/tmp/jest", "--json",
                  "--outputFile=jest-report.json"},
          .env = PathWith(node),
          .version_argv = {node, jest, "--version"},
          .version_prefix = "jest ",
          .programs = {node},
          .find_paths = [npm] { return std::vector<std::string>{npm}; },
          .whole = LayOut(npm)};
}

}  // namespace

LanguageEntry JestLanguage() {
  return {
      .id = "jest",
      .time_multiplier = 2,
      .fences = {"typescript", "ts", "javascript", "js", "jest"},
      .install_hint = kMakeToolchains,
      .self_test = {.right = "test(\"sum\", () => { expect(1 + 1).toBe(2); });\n",
                    .assertion = "test(\"sum\", () => { expect(1 + 1).toBe(3); });\n",
                    .broken = "test(\"sum\", () => {\n",
                    .crash = "test(\"sum\", () => { const nothing: any = null; nothing.x; });\n",
                    .assertion_sign = "expect(received)",
                    .right_prints = false},
      .tools = Tools};
}

}  // namespace assay
