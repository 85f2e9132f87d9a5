// A file's contents in one piece, and back. For files that an operator or a caller names; what
// comes out of a box has rules of its own. Thread-safe.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// An error that names `stage` and the path: it cannot be read, is no regular file or pipe, or holds
// more than `max_bytes`. Pipes and files of /proc, whose size says nothing, are read to their end.
Result<std::string> ReadFile(const std::string& path, std::string stage,
                             int64_t max_bytes = std::numeric_limits<int64_t>::max());
// The same from an open descriptor, from where it stands; `path` is for the message.
Result<std::string> ReadFile(int fd, const std::string& path, std::string stage,
                             int64_t max_bytes = std::numeric_limits<int64_t>::max());

// Writes all of it to a descriptor.
Status WriteAll(int fd, std::string_view bytes, const std::string& path, std::string stage);

}  // namespace assay
