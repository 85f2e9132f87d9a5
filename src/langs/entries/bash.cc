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

// Nothing in the language is called an assertion: a test that fails ends the program.
SelfTestPrograms SelfTest() {
  return {.right = "[ $((2 + 2)) = 4 ] || exit 1\necho ok\n",
          .assertion = "[ $((2 + 3)) = 4 ] || { echo 'not so' >&2; exit 1; }\necho ok\n",
          .broken = "if true; do echo ok\n",
          .crash = "echo ok\nkill -SEGV $$\n",
          .assertion_sign = "not so"};
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
      .self_test = SelfTest(),
      .tools = Tools};
}

}  // namespace assay
