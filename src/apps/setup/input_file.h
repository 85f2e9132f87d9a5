// Files named on the command line. Any thread, but only one reads standard input.
#pragma once

#include <string>

#include "base/result.h"

namespace assay {

// "-" is standard input. kInvalidArgument names the file that can't be read.
Result<std::string> ReadWholeFile(const std::string& path);
// The same, when it is UTF-8: text that goes into a JSON string.
Result<std::string> ReadTextFile(const std::string& path);

}  // namespace assay
