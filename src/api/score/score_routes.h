// POST /v1/score: rubrics of weighted reward functions over a batch of completions, of programs and
// of math answers alike.
//
// A request is parsed where it arrives, under a permit of the math pool, which bounds what is held;
// problems that it names are found there when memory has them, and by the readers when not.
#pragma once

#include "api/native/bundle_planner.h"
#include "api/native/verify_request.h"
#include "api/score/rubric_request.h"
#include "api/score/score_job.h"
#include "base/work/executor.h"
#include "net/router.h"

namespace assay {

// All of it outlives the router's handlers and the engine's callbacks; the readers end before the
// rest.
struct ScoreDeps {
  ScoreMeans means;
  RubricRules rubrics;
  VerifyRules verify;
  BundleParts parts;
  Executor& readers;
};

// `deps` outlives the handlers too.
void RegisterScoreRoutes(Router& router, const ScoreDeps& deps);

}  // namespace assay
