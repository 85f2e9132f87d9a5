// A file of a sandbox on its way to a client: piece by piece, each a job of its own for the
// sandbox's files, so that a client which takes nothing keeps nobody else waiting. Thread-safe.
#pragma once

#include <functional>
#include <string>

#include "base/work/late_timers.h"
#include "net/http.h"
#include "sessions/sandboxes.h"

namespace assay {

// Answers with the file's bytes, or calls `failed`, which answers. When a file of more
// than one piece is changed meanwhile, the answer breaks off, so that nobody takes it for whole.
void SendSandboxFile(const SandboxPtr& sandbox, LateTimers timers, std::string path,
                     const HttpReplyPtr& reply, std::function<void(const Error&)> failed);

}  // namespace assay
