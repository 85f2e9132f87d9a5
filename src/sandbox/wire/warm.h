// Warm programs: runs that a resident process forks instead of starting anew. Plain values.
//
// The sandbox knows the mechanism only: a preloaded library makes a program wait at the point where
// it opens its script and fork there on request (fork_protocol.h). Which programs
// qualify, and with which imports, is the business of sandbox/zygote.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

struct WarmProgram {
  // A run qualifies when its argv begins with these words (what follows is given to the child), and
  // its environment and stack limit are exactly these, so that what it sees can't differ from a
  // cold start…
  std::vector<std::string> argv;
  std::vector<std::string> env;  // "KEY=value", sorted
  int64_t stack_bytes = 0;
  // …and, unless empty, when a line with the word "import" in one of its small files has one of
  // these words, too ("numpy"). The first program of a list that qualifies is taken: put the
  // demanding ones first.
  std::vector<std::string> words;
  std::string library;  // the preloaded library, as seen inside the box
  std::string script;   // file name at whose opening the program waits ("main.py")
  std::string imports;  // comma-separated modules imported before the wait
  // Its runs may leave the interpreter without freeing it (zygote/preload/quick_end.h).
  bool quick_end = false;
};

}  // namespace assay
