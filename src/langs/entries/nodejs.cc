#include <filesystem>

#include "langs/drivers/drivers.h"
#include "langs/entries/entries.h"
#include "langs/entry/common.h"

namespace assay {
namespace {

constexpr LanguageOption kModules = {
    "node-modules", "",
    "folder with modules that JavaScript programs may require; empty means Node's own only"};

LanguageTools Tools(const LanguageConfig& config) {
  const std::string node = config.Text(kNode);
  const std::string modules = config.Text(kModules);
  LanguageTools tools = {.source = "main.js",
                         // V8 stops recursion at 1 MB unless told; solutions recurse deeper, and
                         // the run's stack limit leaves room.
                         .run = {node, "--stack-size=65500", "{main}"},
                         .env = PathWith(node),
                         .version_argv = {node, "--version"},
                         .version_prefix = "Node.js ",
                         .programs = {node},
                         .judge = LayoutNodeJudge,
                         .function_call = LayoutNodeCall};
  if (modules.empty()) return tools;
  std::error_code error;
  if (modules[0] != '/' || !std::filesystem::is_directory(modules, error)) {
    tools.settings = Error{ErrorCode::kInvalidArgument, "langs.nodejs", 0,
                           "--node-modules: " + modules + ": must be a folder's absolute path"};
    return tools;
  }
  tools.env["NODE_PATH"] = modules;
  tools.find_paths = [modules] { return std::vector<std::string>{modules}; };
  return tools;
}

SelfTestPrograms SelfTest() {
  return {.right = "require('assert').strictEqual(2 + 2, 4);\nconsole.log('ok');\n",
          .assertion = "require('assert').strictEqual(2 + 3, 4);\nconsole.log('ok');\n",
          .broken = "console.log('ok';\n",
          .crash = "console.log('ok');\nnull.x;\n",
          .assertion_sign = "AssertionError"};
}

}  // namespace

LanguageEntry NodejsLanguage() {
  return {.id = "nodejs",
          .aliases = {"javascript", "js", "node", "node.js", "ecmascript"},
          .common_name = "javascript",
          .extensions = {".js", ".mjs"},
          .time_multiplier = 2,
          .fences = {"javascript", "js", "node", "nodejs", "ecmascript", "mjs"},
          .peer_fences = {{"nodejs", {{"JS", "js"}}},
                          {"javascript", {{"javascript", "Javascript", "JavaScript"}}}},
          .options = {kNode, kModules},
          .install_hint = "apt install nodejs",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
