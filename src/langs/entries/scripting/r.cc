#include "langs/entries/scripting/scripting.h"

namespace assay {
namespace {

constexpr LanguageOption kRscript = {"rscript", "/usr/bin/Rscript", "Rscript program for R"};

LanguageTools Tools(const LanguageConfig& config) {
  const std::string rscript = config.Text(kRscript);
  return {.source = "main.R",
          .run = {rscript, "{main}"},
          .version_argv = {rscript, "--version"},
          .programs = {rscript}};
}

}  // namespace

LanguageEntry RLanguage() {
  return {.id = "r",
          .aliases = {"rscript"},
          .extensions = {".r"},
          .time_multiplier = 2,
          .fences = {"r", "rscript"},
          .peer_fences = {{"R", {{"R", "r"}}}},
          .options = {kRscript},
          .install_hint = "apt install r-base-core",
          .self_test = {.right = "cat(\"ok\\n\")\n",
                        .assertion = "stopifnot(1 + 1 == 3)\n",
                        .broken = "cat(\"ok\"\n",
                        .crash = "cat(undefined_name)\n",
                        .assertion_sign = "is not TRUE"},
          .tools = Tools};
}

}  // namespace assay
