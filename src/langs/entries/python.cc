#include "langs/drivers/drivers.h"
#include "langs/entries/entries.h"
#include "langs/entries/shared.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

// Where the interpreter says its library is: a virtual environment has two prefixes, and neither
// need be where the program lies.
std::vector<std::string> Prefixes(const std::string& python) {
  const HostCommandResult probe = RunHostCommand(
      {python, "-c",
       "import sys, os\nfor p in (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.executable):\n"
       "    print(p)\n    print(os.path.realpath(p))"});
  std::vector<std::string> paths;
  if (probe.exit_code != 0) return paths;
  for (size_t start = 0, end = 0; start < probe.output.size(); start = end + 1) {
    end = std::min(probe.output.find('\n', start), probe.output.size());
    const std::string path = probe.output.substr(start, end - start);
    if (path.size() > 1 && path.front() == '/') paths.push_back(path);
  }
  return paths;
}

LanguageTools Tools(const LanguageConfig& config) {
  const std::string python = config.Text(kPythonInterpreter);
  const PythonDrivers drivers = MakePythonDrivers(python);
  return {.source = "main.py",
          .run = {python, "{main}"},
          .env = PythonEnv(python),
          .version_argv = {python, "--version"},
          .programs = {python},
          .find_paths = [python] { return Prefixes(python); },
          .judge = LayoutPythonJudge,
          .function_call = PythonHook(drivers.calls_and_asserts, drivers.file_name, "call"),
          .assertion = PythonHook(drivers.calls_and_asserts, drivers.file_name, "assert"),
          .assertion_tests = PythonTestsHook(drivers.separated_asserts, drivers.file_name),
          .assertion_calls = PythonHook(drivers.separated_asserts, drivers.file_name, "calls")};
}

SelfTestPrograms SelfTest() {
  return {.right = "assert 2 + 2 == 4\nprint('ok')\n",
          .assertion = "assert 2 + 3 == 4\nprint('ok')\n",
          .broken = "print('ok'\n",
          .crash = "print('ok')\nprint([1][2])\n",
          .assertion_sign = "AssertionError"};
}

}  // namespace

LanguageEntry PythonLanguage() {
  return {.id = "python",
          .aliases = {"py", "python3", "py3", "cpython"},
          .extensions = {".py", ".py3"},
          .time_multiplier = 2,
          .fences = PythonFences(),
          .peer_fences = {{"python",
                           {{"python", "Python", "py", "Python3", "python3", "PY"},
                            UnfencedCode::kPythonDefinition}}},
          .options = {kPythonInterpreter},
          .install_hint = "apt install python3 (or set the interpreter's path)",
          .self_test = SelfTest(),
          .warm = WarmRecipe::kCPython,
          .tools = Tools};
}

}  // namespace assay
