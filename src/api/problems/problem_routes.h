// /v1/problems: PUT, GET and HEAD of a problem by its SHA-256, and the list of those there are.
// docs/http.md has the rules. Decoding, hashing and the disk are kept off the I/O threads.
#pragma once

#include "api/shared/languages.h"
#include "base/work/executor.h"
#include "net/router.h"
#include "store/problem_store.h"

namespace assay {

// All outlive the router's handlers; the threads end before the rest.
struct ProblemRoutesDeps {
  const ApiLanguages& languages;
  ProblemStore& problems;
  Executor& writer;   // stores
  Executor& readers;  // look into the disk
};

void RegisterProblemRoutes(Router& router, const ProblemRoutesDeps& deps);

}  // namespace assay
