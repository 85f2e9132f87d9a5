// One command for Prime's clients before 0.3: POST …/exec, answered when the command has ended.
// Thread-safe.
#pragma once

#include "base/work/late_timers.h"
#include "net/http.h"
#include "sessions/sandboxes.h"

namespace assay {

// Of each of stdout and stderr; a command that writes more, or more than the server's memory has
// room for, is killed, and the answer, 413, says so.
inline constexpr size_t kMaxExecOutput = 16 << 20;

// {command, working_dir?, env?, timeout?, user?} -> {stdout, stderr, exit_code} and, where the
// kernel killed something of the box meanwhile, {out_of_memory: true}; 408 when its time is over.
void ExecInSandbox(const SandboxPtr& sandbox, const HttpRequest& http, LateTimers timers,
                   const HttpReplyPtr& reply);

}  // namespace assay
