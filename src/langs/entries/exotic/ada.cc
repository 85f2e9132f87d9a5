#include "langs/entries/exotic/exotic.h"

namespace assay {
namespace {

// GNAT wants each unit in a file of its name: gnatchop splits a program so. Its main procedure is
// Main, or the last unit with a body.
constexpr char kBuild[] =
    "mkdir src && units=$(gnatchop -w program.ada src) || exit 1\n"
    "main=$(printf '%s\\n' \"$units\" | sed -n 's/^ *src.\\([^ ]*\\.adb\\)$/\\1/p' | tail -n 1)\n"
    "[ ! -e src/main.adb ] || main=main.adb\n"
    "cd src && exec gnatmake -q \"$@\" -o ../main \"$main\"\n";

LanguageTools Tools(const LanguageConfig&) {
  return {.source = "program.ada",
          .compile = {"/bin/sh", "-c", kBuild, "gnat", "{flags}"},
          .default_flags = {"-O1", "-gnata", "-gnat2022", "-gnatW8"},
          .artifacts = {"main"},
          .run = {"./main"},
          .version_argv = {"/usr/bin/gnatmake", "--version"},
          .programs = {"/usr/bin/gnatmake"}};
}

SelfTestPrograms SelfTest() {
  const auto with = [](const std::string& body) {
    return "with Ada.Text_IO; use Ada.Text_IO;\nwith Ada.Command_Line; use Ada.Command_Line;\n"
           "procedure Main is\n   X : Integer := Argument_Count + 2;\nbegin\n   " +
           body + "\nend Main;\n";
  };
  return {.right = with("pragma Assert (X + 2 = 4); Put_Line (\"ok\");"),
          .assertion = with("pragma Assert (X + 3 = 4); Put_Line (\"ok\");"),
          .broken = with("X := \"four\"; Put_Line (\"ok\");"),
          .crash = with("Put_Line (\"ok\"); X := 1 / (X - 2); Put_Line (X'Image);"),
          .assertion_sign = "ASSERTION_ERROR"};
}

}  // namespace

LanguageEntry AdaLanguage() {
  return {.id = "ada",
          .aliases = {"gnat"},
          .extensions = {".adb", ".ada"},
          .fences = {"ada", "adb"},
          .install_hint = "apt install gnat",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
