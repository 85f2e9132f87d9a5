// The account of a box that stays: one for everything in it, from its making to its end.
//
// With v1 controllers a thread of the agent enters the box's groups, and what it forks is born in
// them (LiveEntry); the agent itself stays outside, so that a box which has filled its memory still
// has an agent. With v2 programs are cloned into a leaf below the group with the limits. Either way
// programs have a v2 group of their own which can be frozen, where there is a v2 hierarchy.
//
// Making and entering are for the spawner and the agent, one thread each. LiveLimiter is the
// server's: it opens files by their path for each call and keeps none open; thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "runner/live_box.h"
#include "sandbox/cgroup/accounting.h"
#include "sandbox/cgroup/cgroup_host.h"

namespace assay {

// `below`: "<parent>/<server>/<box>", whose parents are there.
Result<std::unique_ptr<LiveAccount>> MakeLiveAccount(const CgroupHost& host,
                                                     const std::string& below);

// What has happened in a box for want of memory, ever since it is there; 0 when the kernel doesn't
// say.
struct OomCount {
  int64_t hits = 0;  // of the box's own limit
  // Its memory was at the limit at some time; v1 only, where newer kernels don't count all hits.
  bool reached = false;
  int64_t kills = 0;  // of processes, also when the host or a group above was out of memory
};
// Whether between two counts the box's own limit has killed something.
inline bool LimitKilled(const OomCount& before, const OomCount& after) {
  return after.kills > before.kills && (after.hits > before.hits || after.reached);
}

class LiveLimiter {
 public:
  LiveLimiter(const CgroupHost& host, std::string below) : host_(host), below_(std::move(below)) {}

  Status SetLimits(const LiveLimits& limits) const;
  // Returns once everything stands still, or fails after a second.
  Status Freeze() const;
  Status Thaw() const;
  Result<LiveUsage> Usage() const;
  OomCount Ooms() const;

 private:
  std::string V1(const std::string& root, const char* file) const;
  std::string V2(const char* file) const;
  std::string FreezePath(const char* file) const;

  const CgroupHost host_;
  const std::string below_;
};

}  // namespace assay
