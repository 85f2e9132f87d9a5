// A file or directory copied with all below it, as a file worker moves it to another file system.
// Runs inside the box as its user. Links, pipes, modes, times and holes stay what they are; two
// names of one file become two files. What can't be copied (a socket, a device) fails the whole.
// What was copied until then stays.
#pragma once

#include <string>

#include "base/result.h"

namespace assay {

Status CopyTree(const std::string& from, const std::string& to);

}  // namespace assay
