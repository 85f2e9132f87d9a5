#include "langs/entries/exotic/exotic.h"

namespace assay {
namespace {

LanguageTools Tools(const LanguageConfig&) {
  return {.source = "main.sv",
          // As the peers have it: the module `tb` is the test bench.
          .compile = {"/usr/bin/iverilog", "-Wall", "-Winfloop", "-Wno-timescale", "-g2012", "-s",
                      "tb", "{flags}", "-o", "test.vvp", "{files}"},
          .artifacts = {"test.vvp"},
          .run = {"/usr/bin/vvp", "-n", "test.vvp"},
          .version_argv = {"/usr/bin/iverilog", "-V"},
          .programs = {"/usr/bin/iverilog"}};
}

SelfTestPrograms SelfTest() {
  const auto with = [](const std::string& body) {
    return "module tb;\n  integer x;\n  initial begin\n    x = 2;\n    " + body +
           "\n    $finish;\n  end\nendmodule\n";
  };
  return {.right = with("if (x + 2 != 4) $fatal(1, \"not so\"); $display(\"ok\");"),
          .assertion = with("if (x + 3 != 4) $fatal(1, \"not so\"); $display(\"ok\");"),
          .broken = with("undeclared = 4; $display(\"ok\");"),
          .crash = with("$display(\"ok\"); $finish_and_return(3);"),
          .assertion_sign = "FATAL"};
}

}  // namespace

LanguageEntry VerilogLanguage() {
  return {.id = "verilog",
          .aliases = {"systemverilog", "iverilog"},
          .extensions = {".sv", ".v"},
          .fences = {"verilog", "systemverilog", "sv"},
          .peer_fences = {{"verilog", {{"verilog", "Verilog", "VERILOG"}}}},
          .install_hint = "apt install iverilog",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
