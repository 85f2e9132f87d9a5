#include "langs/drivers/drivers.h"
#include "langs/entries/entries.h"
#include "langs/entries/python_interpreter.h"
#include "langs/entries/shared.h"

namespace assay {
namespace {

LanguageTools Tools(const LanguageConfig& config) {
  const PythonInterpreter interpreter = FindPythonInterpreter(config);
  const std::string& python = interpreter.path;
  const PythonDrivers drivers = MakePythonDrivers(python);
  return {.settings = interpreter.settings,
          .source = "main.py",
          .run = {python, "{main}"},
          .env = PythonEnv(python),
          .version_argv = {python, "--version"},
          .programs = {python},
          .find_paths = [python] { return PythonPrefixes(python); },
          .judge = LayoutPythonJudge,
          .function_call = PythonHook(drivers.calls_and_asserts, drivers.file_name, "call"),
          .assertion = PythonHook(drivers.calls_and_asserts, drivers.file_name, "assert"),
          .assertion_tests = PythonTestsHook(drivers.assert_tests, drivers.file_name),
          .assertion_calls = PythonHook(drivers.assert_calls, drivers.file_name, "calls")};
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
