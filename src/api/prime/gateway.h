// Prime's data plane: what is done in one sandbox, below /gateway/{user_ns}/{job_id}.
//
//   command_session.CommandSession/…   processes, over Connect (api/connect/process_service.h)
//   POST exec                          one command, for clients before 0.3
//   POST upload?path=                  a form with the file `file`
//   GET  download?path=                the bytes of a file
//   GET  read-file?path=&offset=&length=   text of it; a negative offset counts from its end
//
// A sandbox that has ended answers 409 and a file's absence 404, which clients tell from failures
// that they try again.
#pragma once

#include "api/connect/process_service.h"
#include "api/prime/desk.h"
#include "base/work/late_timers.h"
#include "net/router.h"

namespace assay {

inline constexpr const char* kPrimeGateway = "/gateway/{user_ns}/{job_id}";

// `desk` null: this server has no sandboxes. `timers` and `processes` outlive the handlers.
void RegisterPrimeGateway(Router& router, const PrimeDeskPtr& desk, const LateTimersOwner& timers,
                          ProcessService& processes);

}  // namespace assay
