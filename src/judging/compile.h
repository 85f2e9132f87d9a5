// A compile of one of a plan's programs. Runs on the calling thread.
#pragma once

#include "judging/plan/plan.h"
#include "judging/runs/runs.h"

namespace assay {

// A compiler that somebody killed is run anew, up to `attempts` times: the candidate can't have
// meant that, and the host may. If it still looks killed the answer says so: an Error, or a run
// that ended by SIGKILL where only the compiler's words say it, so that it is kept nowhere.
RunAnswer CompileProgram(const JobPlan& plan, size_t program, int attempts, Runs& runs);

}  // namespace assay
