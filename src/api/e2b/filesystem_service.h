// filesystem.Filesystem, the service of E2B's envd for files: Stat, MakeDir, Move, ListDir, Remove.
// Methods that watch folders say `unimplemented`: nothing in a sandbox tells us of changes.
#pragma once

#include "api/e2b/wire/deps.h"
#include "net/router.h"

namespace assay {

void RegisterE2bFilesystem(Router& router, const E2bDeps& deps);

}  // namespace assay
