// Which cgroup layout the host has, and how the directories that Assay makes in it are named:
//
//   <root of a hierarchy>/<parent>/<server>/<box>[/agent, /run]
//
// A server is named "<pid namespace>-<pid>-<start time>-<n>", so that a later server recognises
// what a dead one left behind and never touches a living one's. Single-threaded use, by the
// spawner.
#pragma once

#include <string>
#include <string_view>

namespace assay {

enum class CgroupLayout {
  kNone,    // memory or pids cannot be limited
  kV1,      // v1 controllers only
  kHybrid,  // v1 controllers, and a v2 hierarchy without them
  kV2,      // v2 with controllers
};

struct CgroupHost {
  CgroupLayout layout = CgroupLayout::kNone;
  std::string memory, pids, cpuacct;  // v1 mount points
  std::string cpu;                    // too; empty: processor time has no quota
  std::string unified;                // v2 mount point
  std::string problem;                // why kNone
};

std::string_view ToString(CgroupLayout layout);

// From the text of /proc/self/mounts; `controllers` is cgroup.controllers of the v2 root.
CgroupHost ParseCgroupMounts(std::string_view mounts, std::string_view controllers);
CgroupHost DetectCgroups();

// Where a process is below the root of a hierarchy, as a path, by its /proc/<pid>/cgroup; empty:
// nowhere. `controller`: of version 1, or empty for version 2.
std::string GroupOf(std::string_view text, const std::string& root, std::string_view controller);
// Of the calling process.
std::string OwnGroup(const std::string& root, std::string_view controller);

// A name for the calling process, different at each call.
std::string NewServerId();
// Whether the process behind such a name can no longer be alive; false when unsure.
bool ServerIsDead(const std::string& server_id);

}  // namespace assay
