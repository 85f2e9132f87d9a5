// Whether what is to be written is also read: a command that names one file as both would lose it.
//
// Asks the file system; thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay {

// Whether both lead to one regular file, under whatever names. Pipes and devices keep nothing that
// could be lost: the terminal is input and output of many programs.
bool IsSameFile(const std::string& a, const std::string& b);

// kInvalidArgument: `output` is one of `inputs`.
Status RefuseOverwriting(const std::string& output, const std::vector<std::string>& inputs);
// The same for the files that are made in a folder, which need not be there.
Status RefuseOverwriting(const std::string& folder, const std::vector<std::string>& names,
                         const std::vector<std::string>& inputs);

}  // namespace assay
