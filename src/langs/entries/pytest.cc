#include "langs/entries/entries.h"
#include "langs/entries/python_interpreter.h"
#include "langs/entries/shared.h"

namespace assay {
namespace {

LanguageTools Tools(const LanguageConfig& config) {
  const std::string python = FindPythonInterpreter(config).path;
  return {.source = "test_main.py",
          .run = {python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "{main}"},
          .env = PythonEnv(python),
          .version_argv = {python, "-m", "pytest", "--version"},
          .programs = {python}};
}

SelfTestPrograms SelfTest() {
  return {.right = "def test_it():\n    assert 2 + 2 == 4\n",
          .assertion = "def test_it():\n    assert 2 + 3 == 4\n",
          .broken = "def test_it(:\n    pass\n",
          .crash = "def test_it():\n    [1][2]\n",
          .assertion_sign = "AssertionError",
          .right_prints = false};
}

}  // namespace

LanguageEntry PytestLanguage() {
  return {.id = "pytest",
          .aliases = {"py.test"},
          .time_multiplier = 2,
          .fences = PythonFences(),
          .install_hint = "apt install python3-pytest (or pip install pytest)",
          .self_test = SelfTest(),
          .tools = Tools};
}

}  // namespace assay
