// The trainers' own wire formats: what OpenRLHF, slime, open-instruct, open-r1 and NeMo-Gym send to
// a reward service, answered as their clients read it (docs/trainers.md).
//
// What is ours to fail is never a reward: it is tried again in here for as long as the client waits
// (patience/), and then said in the format's own way, if it has one.
//
// A function for each trainer registers its routes.
#pragma once

#include "api/math/math_routes.h"
#include "api/shared/languages.h"
#include "api/shared/limit_policy.h"
#include "api/trainers/patience/patience_desk.h"
#include "api/trainers/patience/persistent_batch.h"
#include "base/work/executor.h"
#include "net/router.h"
#include "store/problem_store.h"

namespace assay {

// All of it outlives the router's handlers and the engine's callbacks; the readers end before the
// rest.
struct TrainerDeps {
  BatchParts batch;
  PatienceDesk& desk;
  const MathDeps& math;
  const ApiLanguages& languages;
  LimitPolicy limits;
  ProblemStore& problems;
  Executor& readers;
};

// `deps` outlives the handlers and callbacks too.
void RegisterOpenRlhfRoutes(Router& router, const TrainerDeps& deps);
void RegisterSlimeRoutes(Router& router, const TrainerDeps& deps);
void RegisterOpenInstructRoutes(Router& router, const TrainerDeps& deps);
void RegisterPistonRoutes(Router& router, const TrainerDeps& deps);
void RegisterExecuteBatchRoutes(Router& router, const TrainerDeps& deps);
void RegisterNemoGymRoutes(Router& router, const TrainerDeps& deps);
// All of them.
void RegisterTrainerRoutes(Router& router, const TrainerDeps& deps);

}  // namespace assay
