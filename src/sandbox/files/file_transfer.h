// A file worker's part of reading and writing one regular file. Runs inside the box as its user.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "runner/live_box.h"
#include "sandbox/files/file_stream.h"

namespace assay {

// Opens a regular file for reading without waiting for anybody; ENOTSUP for what is none.
Result<UniqueFd> OpenRegular(const std::string& path);

// Sends its size and the range of its bytes. It is read as long as it was when it was opened, so
// that one that grows has an end; the size that is given back is smaller if it has shrunk
// meanwhile. Files of /proc and /sys, which have no size, are read to their end, at most 16 MiB.
Result<int64_t> SendFile(FileStream* stream, const std::string& path, const FileRange& range);

// Takes pieces until kEnd, then puts the file in the place of what is there, at once. Until then it
// has no name where the file system allows that (O_TMPFILE), so that nothing of it stays even if
// the worker is killed; elsewhere it has one that begins with ".assay-". A link is followed.
Result<FileInfo> ReceiveFile(FileStream* stream, const std::string& path, uint32_t mode);

}  // namespace assay
