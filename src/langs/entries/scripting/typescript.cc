// TypeScript, twice: with its types ignored, as the peers run it (tsx), and with its types checked,
// as MultiPL-E's own rule has it. They differ in verdicts, so they are two languages.
#include "langs/drivers/drivers.h"
#include "langs/entries/scripting/npm.h"
#include "langs/entries/scripting/scripting.h"
#include "langs/entries/scripting/tsc_snapshot.h"
#include "langs/entry/common.h"

namespace assay {
namespace {

constexpr char kSource[] = "main.ts";

Status LayoutWhole(const Problem&, std::string_view code, ProgramLayout* layout) {
  layout->sources = {{kSource, Blob::FromString(std::string(code))}};
  layout->compiled = {kSource};
  layout->main = "main.js";
  return {};
}

std::vector<std::string> RunCommand(const std::string& node) {
  // As JavaScript's: V8 stops recursion at 1 MB unless told.
  return {node, "--stack-size=65500", "{main}"};
}

// What tsx does with a file: esbuild takes the types away, and node runs the rest as a CommonJS
// module. As a step of its own it is done once for all tests, and a run starts one node instead of
// the two of tsx.
LanguageTools UncheckedTools(const LanguageConfig& config) {
  const std::string node = config.Text(kNode);
  const std::string esbuild = NpmFolder(config) + "/@esbuild/linux-x64/bin/esbuild";
  return {.source = kSource,
          .compile = {esbuild, "--format=cjs", "--platform=node", "--target=node18", "--keep-names",
                      "--log-level=warning", "--outdir=.", "{flags}", "{files}"},
          .artifacts = {"*.js"},
          .run = RunCommand(node),
          .env = PathWith(node),
          .version_argv = {esbuild, "--version"},
          .version_prefix = "esbuild ",
          .programs = {node},
          .find_paths = [path = NpmFolder(config)] { return std::vector<std::string>{path}; },
          .whole = LayoutWhole,
          .function_call = LayoutTypescriptCall};
}

LanguageTools CheckedTools(const LanguageConfig& config) {
  const std::string node = config.Text(kNode);
  const std::string library = NpmFolder(config) + "/typescript/lib";
  const std::string tsc = library + "/tsc.js";
  const std::vector<std::string> flags = {"--target", "esnext"};
  return {.source = kSource,
          .compile = {node, tsc, "{flags}", "{files}"},
          .default_flags = flags,
          .artifacts = {"*.js"},
          .run = RunCommand(node),
          .env = PathWith(node),
          .version_argv = {node, tsc, "--version"},
          .version_prefix = "TypeScript ",
          .programs = {node},
          .find_paths = [path = NpmFolder(config)] { return std::vector<std::string>{path}; },
          .preparation = PrepareTscSnapshot(node, library, flags),
          .whole = LayoutWhole,
          .function_call = LayoutTypeCheckedCall};
}

}  // namespace

LanguageEntry TypescriptLanguage() {
  return {
      .id = "typescript",
      .aliases = {"ts", "tsx"},
      .extensions = {".ts"},
      .time_multiplier = 2,
      .fences = {"typescript", "ts"},
      .peer_fences = {{"typescript", {{"typescript"}}}},
      .options = {kToolchains},
      .install_hint = kMakeToolchains,
      .self_test = {.right = "const text: string = \"ok\";\nconsole.log(text);\n",
                    .assertion = "import assert from \"node:assert\";\nassert.equal(1 + 1, 3);\n",
                    .broken = "const text: string = ;\n",
                    .crash = "const nothing: any = null;\nconsole.log(nothing.x);\n",
                    .assertion_sign = "AssertionError"},
      .tools = UncheckedTools};
}

LanguageEntry TypeCheckedLanguage() {
  return {.id = "tsc",
          .compile_units = {".ts"},
          .time_multiplier = 2,
          .fences = {"typescript", "ts"},
          .peer_fences = {{"tsc", {{"typescript"}}}},
          .install_hint = kMakeToolchains,
          .self_test = {.right = "const text: string = \"ok\";\nconsole.log(text);\n",
                        .assertion = "declare var require: any;\n"
                                     "require(\"node:assert\").equal(1 + 1, 3);\n",
                        .broken = "const count: number = \"ok\";\nconsole.log(count);\n",
                        .crash = "const nothing: any = null;\nconsole.log(nothing.x);\n",
                        .assertion_sign = "AssertionError"},
          .tools = CheckedTools};
}

}  // namespace assay
