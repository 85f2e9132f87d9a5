#include "api/trainers/trainer_routes.h"

namespace assay {

void RegisterTrainerRoutes(Router& router, const TrainerDeps& deps) {
  RegisterOpenRlhfRoutes(router, deps);
  RegisterSlimeRoutes(router, deps);
  RegisterOpenInstructRoutes(router, deps);
  RegisterPistonRoutes(router, deps);
  RegisterExecuteBatchRoutes(router, deps);
  RegisterNemoGymRoutes(router, deps);
}

}  // namespace assay
