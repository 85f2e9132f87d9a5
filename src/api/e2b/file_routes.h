// E2B's files over HTTP, as envd has them:
//
//   GET  /files?path=P                    the bytes of a file
//   POST /files?path=P                    a body of bytes (application/octet-stream) or a form
//                                         (multipart/form-data), whose files go to P, or without it
//                                         to where their names say
//   GET  /health                          whether the sandbox that a header names runs; without
//                                         one, whether the server answers
#pragma once

#include "api/e2b/wire/deps.h"
#include "net/http.h"
#include "net/router.h"

namespace assay {

void RegisterE2bFileRoutes(Router& router, const E2bDeps& deps);

}  // namespace assay
