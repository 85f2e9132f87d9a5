// Lays out the programs around a candidate's code: for most kinds a driver of ours that loads the
// code, calls it with arguments from stdin and writes one JSON object to the reply descriptor. The
// drivers themselves are in drivers/, embedded; docs/drivers.md has their protocol.
//
// No driver ever receives an expected value: answers are compared outside the candidate's process.
// Pure, thread-safe.
#pragma once

#include "langs/table.h"

namespace assay {

// A whole program, in the file Java insists on.
Status LayoutJavaProgram(const Problem& problem, std::string_view code, ProgramLayout* layout);

}  // namespace assay
