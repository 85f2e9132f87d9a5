#include "langs/entries/entries.h"

namespace assay {
namespace {

LanguageTools Tools(const LanguageConfig&) {
  const std::string bash = "/bin/bash";
  return {.source = "main.sh",
          .run = {bash, "{main}"},
          .version_argv = {bash, "--version"},
          .programs = {bash}};
}

}  // namespace

LanguageEntry BashLanguage() {
  return {
      .id = "bash",
      .aliases = {"sh", "shell", "shellscript"},
      .extensions = {".sh", ".bash"},
      .fences = {"bash", "sh", "shell", "zsh", "shellscript"},
      .peer_fences = {{"bash", {{"bash", "Bash", "BASH", "sh", "shell"}, UnfencedCode::kAllLines}}},
      .install_hint = "apt install bash",
      .tools = Tools};
}

}  // namespace assay
