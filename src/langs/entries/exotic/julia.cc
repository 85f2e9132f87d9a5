#include "langs/entries/exotic/exotic.h"
#include "langs/entries/exotic/on_path.h"

namespace assay {
namespace {

constexpr LanguageOption kJulia = {"julia", "", "julia program; empty means the one on PATH"};

LanguageTools Tools(const LanguageConfig& config) {
  const std::string julia = OnPath(config, kJulia, "julia");
  return {.source = "main.jl",
          .run = {julia, "--startup-file=no", "{main}"},
          .env = {{"JULIA_NUM_THREADS", "1"}, {"JULIA_HISTORY", "/dev/null"}},
          .version_argv = {julia, "--version"},
          .programs = {julia}};
}

SelfTestPrograms SelfTest() {
  return {.right = "@assert sum([2, 2]) == 4\nprintln(\"ok\")\n",
          .assertion = "@assert sum([2, 3]) == 4\nprintln(\"ok\")\n",
          .broken = "println(\"ok\"\n",
          .crash = "println(\"ok\")\nprintln([1][2])\n",
          .assertion_sign = "AssertionError"};
}

}  // namespace

LanguageEntry JuliaLanguage() {
  return {.id = "julia",
          .aliases = {"jl"},
          .extensions = {".jl"},
          .time_multiplier = 2,
          .fences = {"julia", "jl"},
          .peer_fences = {{"julia", {{"julia", "Julia", "jl"}}}},
          .options = {kJulia},
          .install_hint = "a Julia of its makers, with julia on PATH (or --julia)",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
