// `assay serve`: the HTTP server, from start-up to a graceful end.
//
// Threading: called by the main thread before any other thread exists; it blocks SIGINT and SIGTERM
// in all of them and waits for these signals itself.
#pragma once

#include "apps/setup/options.h"

namespace assay {

// Serves until SIGTERM or SIGINT, then lets admitted work finish (a second signal ends at once).
// Returns the exit code: 0 after a graceful end, 1 when it could not start.
int Serve(const Options& options);

}  // namespace assay
