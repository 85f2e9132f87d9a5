#include "langs/entries/entries.h"
#include "langs/entries/shared.h"

namespace assay {
namespace {

LanguageTools Tools(const LanguageConfig& config) {
  const std::string python = config.Text(kPythonInterpreter);
  return {.source = "test_main.py",
          .run = {python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "{main}"},
          .env = PythonEnv(python),
          .version_argv = {python, "-m", "pytest", "--version"},
          .programs = {python}};
}

}  // namespace

LanguageEntry PytestLanguage() {
  return {.id = "pytest",
          .aliases = {"py.test"},
          .time_multiplier = 2,
          .fences = PythonFences(),
          .install_hint = "apt install python3-pytest (or pip install pytest)",
          .tools = Tools};
}

}  // namespace assay
