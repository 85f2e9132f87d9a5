// Prime's control plane: sandboxes made, found, listed and deleted below /api/v1.
//
//   POST   /api/v1/sandbox                     make one; it runs when this answers
//   GET    /api/v1/sandbox                     a page of them; DELETE: those named or labelled
//   GET    /api/v1/sandbox/{id}                one; DELETE: its end
//   POST   /api/v1/sandbox/{id}/auth           how its gateway is reached, and the token for that
//   GET    /api/v1/sandbox/{id}/error-context  why it ended; /logs: what its start command said
//   GET    /api/v1/sandbox/{id}/egress-policy  whom it may connect to; PUT: changed
//   POST   /api/v1/sandbox/status:batchGet     states of up to 100
//   GET    /api/v1/images                      what docker_image may be
//
// What else Prime has (checkpoints, volumes, networks, SSH, image builds) isn't there: 404.
#pragma once

#include "api/prime/desk.h"
#include "net/router.h"

namespace assay {

// `desk` null: this server has no sandboxes, and the routes say so (501).
void RegisterPrimeControlRoutes(Router& router, const PrimeDeskPtr& desk);

}  // namespace assay
