// Accounting by cgroups, of either version: a directory for the server and one below it for each
// box. Single-threaded use, by the spawner.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "sandbox/cgroup/accounting.h"
#include "sandbox/cgroup/cgroup_host.h"

namespace assay {

// Makes the server's directory below `parent` and removes what dead servers and an earlier spawner
// of this server left there. kUnsupported when this host can't limit memory or processes.
Result<std::unique_ptr<Accounting>> OpenCgroupAccounting(const std::string& parent,
                                                         const std::string& server_id);

// The same below the v2 cgroup that was handed to this account.
Result<std::unique_ptr<Accounting>> OpenDelegatedAccounting(const std::string& parent,
                                                            const std::string& server_id);

// Where processes of that group go, as it can't both have some and hand controllers down.
inline constexpr std::string_view kDelegatedLeaf = "/assay-host";
// Its path, by that of the group that a process of ours is in: the same, or its leaf.
std::string DelegatedGroup(std::string own);

}  // namespace assay
