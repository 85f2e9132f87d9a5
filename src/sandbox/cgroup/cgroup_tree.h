// Directories of cgroup hierarchies: where boxes have one, and how they come and go. Stateless; for
// the spawner.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "sandbox/cgroup/cgroup_host.h"

namespace assay {

// Judged runs have no quota of processor time, so they need no group of that controller.
enum class CgroupUse { kRuns, kLive };

// The mount points of the hierarchies in use, each once.
std::vector<std::string> CgroupRoots(const CgroupHost& host, CgroupUse use);

std::vector<std::string> SubdirectoriesOf(const std::string& path);

// With all below it; `kill`: and what is in it. False while something is left.
bool RemoveCgroupTree(const std::string& path, bool kill);

// Whether a v2 cgroup gives those below it what bounds memory and processes.
bool HandsDownControllers(const std::string& path);

// v2 forbids processes in a cgroup that hands controllers down, except in the real root. In a
// container the visible root holds the container's own processes, and a group that was handed to an
// account holds us: they move to `leaf` first.
Status HandDownControllers(const std::string& path, const std::string& leaf);

}  // namespace assay
