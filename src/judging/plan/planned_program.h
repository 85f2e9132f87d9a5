// PlannedProgram: a program with the name of its compile, by which compiles are shared and kept.
// Plain values; pure functions.
#pragma once

#include <map>
#include <string>

#include "base/blob.h"
#include "langs/entry/program.h"
#include "model/limits.h"

namespace assay {

struct PlannedProgram {
  Program program;
  // Of CompileCache; empty when the program isn't compiled. Within a tenant: how long a compile
  // takes would tell whether another has had the same program.
  std::string compile_key;
};

// Covers all that can change what the compiler makes: the program, the files beside it, the limits.
PlannedProgram WithCompileKey(Program program, const std::map<std::string, BlobPtr>& files,
                              const Limits& limits);

}  // namespace assay
