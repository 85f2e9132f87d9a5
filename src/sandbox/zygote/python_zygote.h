// Warm Python: which runs are forked from a resident interpreter, and with what it has imported.
//
// The mechanism is preload/python_zygote.c (what waits inside the interpreter) and the sandbox's
// ZygoteHost (what starts it and asks for forks). docs/internals/zygotes.md tells how a fork stays
// indistinguishable from `python3 main.py`, and where it can't.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "sandbox/wire/warm.h"

namespace assay {

struct PythonZygoteOptions {
  // Where the preloaded library is put; must be visible in boxes, so not below /tmp.
  std::string directory;
  // Imported before the fork. Only modules that start no thread and keep no per-process state that
  // a fork would share wrongly; a missing one is left out.
  std::vector<std::string> imports;
  // For each also a zygote that has it, for programs that import it; the first of them that a
  // program imports decides. A missing one, or one that starts a thread, costs its programs a cold
  // start at most.
  std::vector<std::string> packages = {"numpy"};
  int64_t stack_bytes = 0;  // of the runs (Limits::stack_bytes)
  bool quick_end = true;    // leave the interpreter without freeing it; see preload/quick_end.h
};

// The standard modules that solutions import most.
const std::vector<std::string>& UsualPythonImports();

// A way Python programs are started: their common argv and environment ("python3", "main.py").
struct PythonStart {
  // Whole programs often import nothing; a zygote that has not either forks and ends in three
  // quarters of the time. A driver needs its modules in any case.
  bool whole_program = false;
  std::vector<std::string> argv;  // the last word is the script
  std::map<std::string, std::string> env;
};

// Writes the library (once for each version of it; safe when two servers race) and describes the
// zygotes of every start. Errors: the directory can't be written.
Result<std::vector<WarmProgram>> PreparePythonZygotes(const PythonZygoteOptions& options,
                                                      const std::vector<PythonStart>& starts);

}  // namespace assay
