// A file worker's part of packing and unpacking tars, by libarchive. Runs inside the box as its
// user, so that a tar can do no more than a program of the box, and what it unpacks to meets the
// box's limits.
//
// Names are bytes: they are stored and taken as they are, whatever the locale. Owners are not kept:
// there is one user. Links and pipes are packed as what they are, sockets are left out, files with
// holes keep them. In a tar that is unpacked a name that is absolute, has "..", or leads through a
// link is refused, and what was unpacked until then stays.
#pragma once

#include <string>

#include "base/result.h"
#include "sandbox/files/file_stream.h"

namespace assay {

// Sends pieces: all below a directory, named relative to it, or one file by its own name.
Status PackTree(FileStream* stream, const std::string& path);
// The same of a directory, but only what is the box's user's own, or was written since the box was
// made and may be read, and nothing of file systems that are mounted below it: of "/" what its
// programs made.
Status PackOwn(FileStream* stream, const std::string& path);

// Takes pieces until kEnd. Makes the directory.
Status UnpackTree(FileStream* stream, const std::string& path);

}  // namespace assay
