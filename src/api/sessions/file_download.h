// Files and folders on their way to a client: no more is read than the client takes, and while it
// takes nothing, files are read for others. Thread-safe.
#pragma once

#include <string>

#include "api/sessions/wire/file_range.h"
#include "base/work/late_timers.h"
#include "net/http.h"
#include "sessions/sandboxes.h"

namespace assay {

// A regular file, or a part of it. `head_only`: what would be said of it. When a
// file of more than one piece is changed meanwhile, the answer breaks off, so that nobody takes it
// for whole.
void SendFile(const SandboxPtr& sandbox, LateTimers timers, std::string path,
              const AskedRange& asked, bool head_only, const HttpReplyPtr& reply);

// A file or folder as tar, packed to the server's disk first, so that a client that takes its time
// holds no thread. Breaks off when the sandbox ends.
void SendArchive(const SandboxPtr& sandbox, LateTimers timers, std::string path,
                 const HttpReplyPtr& reply);

}  // namespace assay
