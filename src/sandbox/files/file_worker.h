// The file worker: does one piece of work on files and ends. The box's agent forks it and has it
// become the box's user inside the box, so that the kernel, and no code of ours, says what it may
// see and change: a path that leads through a link leads where it leads for the box's own programs.
//
// Only regular files are read and written, and nothing is opened in a way that waits for somebody
// else: a pipe, a terminal or a file of /proc in the way ends in an error. Where that can't be said
// beforehand, and when a program of the box stops the worker, its own alarm ends it, and the
// deadline of whoever asked ends the call.
#pragma once

#include <string_view>

#include "base/fd.h"

namespace assay {

// Answers one FileRequest on the socket and gives the status to exit with: 0, also when the answer
// is an error. Takes over the process: closes all descriptors from 3 on but the socket's, and sets
// signals, umask and working directory. REQUIRES: one thread; the process is the box's user, in
// the box.
int RunFileWorker(std::string_view request, UniqueFd socket);

}  // namespace assay
