// The kernel's program (python/), and how a box starts it. Pure; thread-safe.
#pragma once

#include <string>
#include <vector>

namespace assay {

// What is started: an interpreter that reads its program from stdin, so that neither a file in the
// box nor a command line holds it.
std::vector<std::string> KernelCommand();
// What is written to its stdin before anything else.
std::string KernelProgram();

}  // namespace assay
