#include "langs/entries/exotic/exotic.h"

namespace assay {
namespace {

LanguageTools Tools(const LanguageConfig&) {
  return {.source = "main.ml",
          .compile = {"/usr/bin/ocamlopt", "-w", "-a", "{flags}", "-o", "main", "unix.cmxa",
                      "str.cmxa", "{files}"},
          .artifacts = {"main"},
          .run = {"./main"},
          .version_argv = {"/usr/bin/ocamlopt", "-version"},
          .version_prefix = "OCaml ",
          .programs = {"/usr/bin/ocamlopt"}};
}

SelfTestPrograms SelfTest() {
  return {.right = "let () = assert (List.length [1; 2] = 2); print_endline \"ok\"\n",
          .assertion = "let () = assert (List.length [1; 2] = 3); print_endline \"ok\"\n",
          .broken = "let () = print_endline 4\n",
          .crash = "let () = print_endline \"ok\"; print_int (List.hd [])\n",
          .assertion_sign = "Assertion failed"};
}

}  // namespace

LanguageEntry OcamlLanguage() {
  return {.id = "ocaml",
          .aliases = {"ocamlopt"},
          .extensions = {".ml"},
          .fences = {"ocaml", "ml"},
          .install_hint = "apt install ocaml-nox",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
