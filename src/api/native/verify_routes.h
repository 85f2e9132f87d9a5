// POST /v1/verify: judge one submission or many.
//
// A request is parsed where it arrives; what it names is found there when memory has it, and by the
// readers, which may wait for the disk, when not; then it goes to the engine.
#pragma once

#include "api/native/bundle_planner.h"
#include "api/native/verify_request.h"
#include "api/shared/submit_sink.h"
#include "base/work/executor.h"
#include "net/router.h"

namespace assay {

// All of it outlives the router's handlers and the engine's callbacks; the readers end before the
// rest.
struct VerifyDeps {
  SubmitSink& sink;
  VerifyRules rules;
  BundleParts parts;
  Executor& readers;
};

// `deps` outlives the handlers too.
void RegisterVerifyRoutes(Router& router, const VerifyDeps& deps);

}  // namespace assay
