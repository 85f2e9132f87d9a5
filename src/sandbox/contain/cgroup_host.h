// Which cgroup layout the host has, and the directories Assay makes in it.
//
//   <root of a hierarchy>/<parent>/<server>/<box>[/agent, /run]
//
// A server is named "<pid namespace>-<pid>-<start time>-<n>", so that a later server recognises
// what a dead one left behind and never touches a living one's. Single-threaded use, by the
// spawner.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/contain/run_cgroup.h"

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
  std::string unified;                // v2 mount point
  std::string problem;                // why kNone
};

std::string_view ToString(CgroupLayout layout);

// From the text of /proc/self/mounts; `controllers` is cgroup.controllers of the v2 root.
CgroupHost ParseCgroupMounts(std::string_view mounts, std::string_view controllers);
CgroupHost DetectCgroups();

// A name for the calling process, different at each call.
std::string NewServerId();
// Whether the process behind such a name can no longer be alive; false when unsure.
bool ServerIsDead(const std::string& server_id);

// Makes parent and server directories, hands v2 controllers down, and removes what dead servers
// and an earlier spawner of this server left.
Status PrepareCgroups(const CgroupHost& host, const std::string& parent,
                      const std::string& server_id);
// Kills and removes everything of `server_id`; true when nothing is left.
bool RemoveServerCgroups(const CgroupHost& host, const std::string& parent,
                         const std::string& server_id);

// The cgroups of one box.
class BoxCgroups {
 public:
  static Result<BoxCgroups> Create(const CgroupHost& host, const std::string& parent,
                                   const std::string& server_id, const std::string& box);

  // For CLONE_INTO_CGROUP of the agent, or -1.
  int agent_clone_fd() const { return agent_directory_.get(); }
  // In the agent, before the host's mounts are gone: enters the v1 groups, opens the run's files.
  Result<std::unique_ptr<RunCgroup>> EnterAndOpen() const;

  // SIGKILLs everything in the box at once where the kernel can (Linux 5.14).
  void Kill() const;
  // False while something is still dying in it.
  bool Remove() const;

 private:
  const CgroupHost* host_ = nullptr;
  std::string below_;  // "<parent>/<server>/<box>"
  UniqueFd agent_directory_;
};

}  // namespace assay
