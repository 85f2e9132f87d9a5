// The interpreter of Python programs and of pytest's, as the operator names it: a program's path or
// its name on PATH, or the folder of a virtual environment.
//
// Internal to the entries. Looks at the host's files; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "langs/entry/config.h"

namespace assay {

inline constexpr LanguageOption kPythonInterpreter = {
    "python", "/usr/bin/python3",
    "interpreter of Python submissions, or the folder of a virtual environment"};

struct PythonInterpreter {
  // Absolute wherever something is there. Of an environment it is its own program, and not where
  // that leads to: by its path CPython finds the environment's packages.
  std::string path;
  Status settings = {};  // an error: no interpreter could be meant
};
PythonInterpreter FindPythonInterpreter(const LanguageConfig& config);

// Which folders a box has to show, as the interpreter itself says: an environment has two prefixes,
// its own and that of the interpreter it was made with, and neither need be where the program lies,
// nor where its links lead. Runs it; nothing when it can't be run.
std::vector<std::string> PythonPrefixes(const std::string& interpreter);

}  // namespace assay
