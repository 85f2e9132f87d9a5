// Files of a sandbox over Prime's gateway: upload, download, read-file. Each does its work on the
// sandbox's file threads and answers from there. Thread-safe.
#pragma once

#include <memory>

#include "base/work/late_timers.h"
#include "net/http.h"
#include "sessions/sandboxes.h"

namespace assay {

// What read-file answers at most; a whole file beyond it is refused with 413.
inline constexpr int64_t kMaxReadFile = 32 << 20;

void UploadToSandbox(const SandboxPtr& sandbox, std::shared_ptr<const HttpRequest> http,
                     const HttpReplyPtr& reply);
void ReadSandboxFile(const SandboxPtr& sandbox, const HttpRequest& http, const HttpReplyPtr& reply);
// Reads no more than the client takes. When a file of more than one window is changed meanwhile,
// the answer breaks off, so that nobody takes it for whole.
void DownloadFromSandbox(const SandboxPtr& sandbox, const HttpRequest& http, LateTimers timers,
                         const HttpReplyPtr& reply);

}  // namespace assay
