// POST /v1/verify: judge one submission or many.
//
// A request is parsed where it arrives; what it names is found there when memory has it, and by the
// readers, which may wait for the disk, when not; then it goes to the engine. What it takes from a
// sandbox is read before that, by the threads of those.
#pragma once

#include "api/native/bundle_planner.h"
#include "api/native/verify_request.h"
#include "api/shared/submit_sink.h"
#include "api/swe/swe_verify.h"
#include "base/work/executor.h"
#include "base/work/work_gate.h"
#include "net/router.h"
#include "sessions/sandboxes.h"

namespace assay {

// All of it outlives the router's handlers and the engine's callbacks; the readers end before the
// rest. Requests whose sandboxes are read are under way at `readings`: whoever owns this waits
// there before any of it goes, for those threads belong to the sandboxes, which go later.
struct VerifyDeps {
  SubmitSink& sink;
  VerifyRules rules;
  BundleParts parts;
  Executor& readers;
  WorkGate& readings;
  Sandboxes* sandboxes;  // null: this server has none
  const SweDeps& swe;    // for requests of that mode
};

// `deps` outlives the handlers too.
void RegisterVerifyRoutes(Router& router, const VerifyDeps& deps);

}  // namespace assay
