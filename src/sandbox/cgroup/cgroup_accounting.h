// Accounting by cgroups, of either version: a directory for the server and one below it for each
// box. Single-threaded use, by the spawner.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "sandbox/cgroup/accounting.h"

namespace assay {

// Makes the server's directory below `parent` and removes what dead servers and an earlier spawner
// of this server left there. kUnsupported when this host can't limit memory or processes.
Result<std::unique_ptr<Accounting>> OpenCgroupAccounting(const std::string& parent,
                                                         const std::string& server_id);

}  // namespace assay
