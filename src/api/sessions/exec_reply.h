// The two ways an execution is answered: as events, each told when it happens, or as one result at
// its end. Thread-safe.
#pragma once

#include <memory>

#include "api/sessions/wire/exec_request.h"
#include "base/work/late_timers.h"
#include "net/http.h"
#include "sessions/execution.h"
#include "sessions/sandboxes.h"

namespace assay {

// A line of JSON for each event:
//   {"event":"start","pid":17}
//   {"event":"stdout","text":"hello\n"}      "stderr", "terminal"; "base64" of what is no UTF-8
//   {"event":"heartbeat"}                    each 15 seconds
//   {"event":"end","exit_code":0,"signal":null,"timed_out":false,"out_of_memory":false}
//   {"event":"error","error":{…}}            instead of the end: nobody knows how it ended
// What fails before it starts is an answer with a status instead. When the client leaves, the
// listener does.
void StreamExecution(const std::shared_ptr<Execution>& execution, SandboxPtr sandbox,
                     LateTimers timers, const HttpReplyPtr& reply);

struct ResultShape {
  size_t output_bytes = 1 << 20;
  // It was started by an earlier request with the same key: what it wrote before isn't in it.
  bool repeated = false;
};
// {"stdout":…,"stderr":…,"exit_code":…,"signal":…,…}
// Output for which the server's memory has no room is left out, too: `truncated` says so.
void CollectExecution(const std::shared_ptr<Execution>& execution, SandboxPtr sandbox,
                      const ResultShape& shape, LateTimers timers, const HttpReplyPtr& reply);

// The process as it is once it has started: 201.
void AnswerStarted(const std::shared_ptr<Execution>& execution, SandboxPtr sandbox,
                   LateTimers timers, const HttpReplyPtr& reply);

}  // namespace assay
