// RunCgroup: limits and accounting of one run at a time inside a box, whichever cgroup layout the
// host has. Lives in the agent; descriptors are opened while the host's cgroup mounts are in view.
//
// Two implementations of cgroups (and polled_usage.h, without them). With v1 controllers the agent
// itself sits in the box's memory, pids and cpuacct groups and candidates inherit them, because
// writes to cgroup.procs stall for milliseconds when they are infrequent; the agent's own use is
// subtracted. With the v2 hierarchy every run gets a leaf of its own, entered at clone time
// (CLONE_INTO_CGROUP); those that follow each other in one process share that process's.
//
// Not thread-safe.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"

namespace assay {

struct RunCaps {
  int64_t memory_bytes = 0;
  int64_t processes = 0;
  int64_t residents = 0;  // processes that share the box's groups but not the run's limits
};

struct RunMemory {
  int64_t peak_bytes = 0;
  int64_t now_bytes = 0;  // at the last look, where the kernel doesn't count
  // Processes that the kernel killed since Begin because the run was at its own limit.
  int64_t oom_kills = 0;
  bool reached_limit = false;  // the peak touched the limit
  bool over_limit = false;     // with what no limit stopped: buffers of sockets, on v1
  // False: the kernel has killed nobody since Begin, for whatever memory, and KillsAround says so.
  bool any_kills = true;
};

class RunCgroup {
 public:
  virtual ~RunCgroup() = default;

  // Starts the counters anew; before input files are placed, which count as the run's memory.
  virtual Status Begin() = 0;
  // The same for a run in the process that the last one was in. REQUIRES: Continues().
  virtual Status BeginAgain() { return Begin(); }
  // After that and before the program: placing files must not be what hits the limit.
  virtual Status SetLimits(const RunCaps& caps) = 0;
  // Directory for CLONE_INTO_CGROUP, or -1 when children inherit the right groups.
  virtual int clone_fd() const = 0;
  // CPU time of the whole run since Begin; of dead processes too.
  virtual Nanoseconds CpuTime() = 0;
  // Time since Begin in which a ready thread of the run waited for a CPU (pressure stall "some"),
  // whether or not another one of it had one. An average over the processors it was on, so exact on
  // one and too little on several; nullopt where the kernel doesn't say.
  virtual std::optional<Nanoseconds> WaitedTime() = 0;
  // Time since Begin in which no thread of the run was ready and one waited for a disk (pressure
  // stall "full" of io), averaged in the same way. Never a part of WaitedTime: on one processor the
  // two exclude each other. None where the kernel doesn't say.
  virtual Nanoseconds DiskTime() { return Nanoseconds(0); }
  // SIGKILLs every process of the run at once; false when the layout can't.
  virtual bool Kill() = 0;
  // Tasks in the whole box: threads, and processes that have ended until somebody has taken notice.
  // Never fewer than there are; nullopt where the kernel doesn't count them.
  virtual std::optional<int64_t> BoxTasks() { return std::nullopt; }
  virtual RunMemory Memory() = 0;
  // Whether since Begin the kernel has ended something that was, or may have been, of the run for
  // want of memory elsewhere: of a group around it or of the host. No fault of the run.
  virtual bool KillsAround() = 0;
  // Whether the buffers of IP sockets are bounded; programs get none otherwise.
  virtual bool BoundsSockets() const = 0;
  // Lifts the memory limit so that cleaning up after a run at its limit can't itself be killed.
  virtual void LiftMemoryLimit() = 0;

  // Whether a run may begin in a process that another one was in…
  virtual bool Continues() const { return false; }
  // …of whose memory, in use since before Begin, so much counts as the run's.
  virtual void CountHeld(int64_t /*bytes*/) {}

  // Where the kernel doesn't count by itself: how often Look has to be called while a run lives…
  virtual std::optional<Nanoseconds> LookEvery() const { return std::nullopt; }
  // …with the ids of its processes, ascending; `proc` is a /proc that has them.
  virtual void Look(int /*proc*/, const std::vector<pid_t>& /*run*/) {}
  // What a process of the run, just reaped by the caller, has used with all that it waited for.
  virtual void OnEnded(const rusage& /*usage*/) {}
  // Where no limit of the kernel's bounds their number: there were more at the last look.
  virtual bool TooManyProcesses() const { return false; }
};

// v1 controllers; `unified_box` is the box's directory in a v2 hierarchy without controllers, where
// a leaf gives cgroup.kill and a CPU count without the agent, or invalid.
// Each directory is the box's own and the caller is already a member of all three.
Result<std::unique_ptr<RunCgroup>> OpenV1RunCgroup(UniqueFd memory, UniqueFd pids, UniqueFd cpuacct,
                                                   UniqueFd unified_box);

// How a v2 leaf is made and removed below the box's directory; replaced in tests.
struct LeafMaker {
  std::function<bool(int box_directory, const char* name)> make;
  std::function<bool(int box_directory, const char* name)> remove;
  static LeafMaker Real();
};
std::unique_ptr<RunCgroup> OpenV2RunCgroup(UniqueFd box_directory, LeafMaker maker);

// Microseconds after "total=" on the line starting with `kind` ("some", "full") of a pressure file.
std::optional<int64_t> PressureTotalMicros(const std::string& text, const char* kind);

}  // namespace assay
