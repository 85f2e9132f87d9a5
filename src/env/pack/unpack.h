// Unpack: a pack's archive into an empty folder. Whoever made it is trusted in nothing: it holds
// regular files with names by IsFilePath (no '..', nothing hidden or absolute), each once, at most
// so many and so large; anything else, a link among it, ends the unpacking with an error.
//
// Bytes are counted as they come out, whatever headers say. Blocks on the disk; thread-safe.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "base/result.h"

namespace assay::env {

struct UnpackLimits {
  int64_t files = 1024;
  int64_t bytes = int64_t{4} << 30;
};

// The names of what was unpacked. After an error the folder is to be thrown away. kInvalidArgument:
// the archive is at fault.
Result<std::set<std::string>> Unpack(const std::string& path, const std::string& folder,
                                     const UnpackLimits& limits);

}  // namespace assay::env
