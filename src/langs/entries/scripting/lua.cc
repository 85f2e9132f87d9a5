#include "langs/entries/scripting/scripting.h"

namespace assay {
namespace {

// 5.3: what the recorded tests of data sets were written for.
constexpr LanguageOption kLua = {"lua", "/usr/bin/lua5.3", "Lua interpreter"};

LanguageTools Tools(const LanguageConfig& config) {
  const std::string lua = config.Text(kLua);
  return {
      .source = "main.lua", .run = {lua, "{main}"}, .version_argv = {lua, "-v"}, .programs = {lua}};
}

}  // namespace

LanguageEntry LuaLanguage() {
  return {.id = "lua",
          .aliases = {"lua5.3"},
          .extensions = {".lua"},
          .time_multiplier = 2,
          .fences = {"lua"},
          .peer_fences = {{"lua", {{"lua"}}}},
          .options = {kLua},
          .install_hint = "apt install lua5.3 lua-unit",
          .self_test = {.right = "print('ok')\n",
                        .assertion = "assert(1 + 1 == 3)\n",
                        .broken = "print('ok'\n",
                        .crash = "local t = nil\nprint(t.x)\n",
                        .assertion_sign = "assertion failed!"},
          .tools = Tools};
}

}  // namespace assay
