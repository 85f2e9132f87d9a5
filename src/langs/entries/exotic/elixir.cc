#include <fstream>
#include <string>

#include "base/text.h"
#include "langs/entries/exotic/exotic.h"

namespace assay {
namespace {

// Asking Elixir starts Erlang's machine, which takes half a second; a file beside it says the same.
Result<std::string> FindVersion() {
  std::ifstream file("/usr/lib/elixir/lib/elixir/ebin/elixir.app");
  constexpr std::string_view kBefore = "{vsn,\"";
  for (std::string line; std::getline(file, line);) {
    const size_t at = line.find(kBefore);
    if (at == line.npos) continue;
    const size_t begin = at + kBefore.size();
    return line.substr(begin, line.find('"', begin) - begin);
  }
  return Error{ErrorCode::kUnsupported, "langs.elixir", 0, "/usr/lib/elixir is not there"};
}

LanguageTools Tools(const LanguageConfig&) {
  return {.source = "main.exs",
          .run = {"/usr/bin/elixir", "{main}"},
          // One core is a run's: more schedulers only spin.
          .env = {{"ELIXIR_ERL_OPTIONS", "+S 1:1 +SDio 1 +sbwt none"}},
          .version_prefix = "Elixir ",
          .find_version = FindVersion,
          .programs = {"/usr/bin/elixir"}};
}

SelfTestPrograms SelfTest() {
  const std::string test =
      "ExUnit.start()\ndefmodule T do\n  use ExUnit.Case\n  test \"it\" do\n    ";
  const std::string end = "\n  end\nend\nIO.puts(\"ok\")\n";
  return {.right = "4 = 2 + 2\nIO.puts(\"ok\")\n",
          .assertion = test + "assert Enum.sum([2, 3]) == 4" + end,
          .broken = "IO.puts(\"ok\"\n",
          .crash = "IO.puts(\"ok\")\nraise \"a crash\"\n",
          .assertion_sign = "Assertion with == failed"};
}

}  // namespace

LanguageEntry ElixirLanguage() {
  return {.id = "elixir",
          .aliases = {"ex", "exs"},
          .extensions = {".exs", ".ex"},
          .time_multiplier = 2,
          .fences = {"elixir", "ex", "exs"},
          .install_hint = "apt install elixir",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
