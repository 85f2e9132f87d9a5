// Limits and accounting of runs where there are no cgroups: the agent looks at the processes of a
// run some hundred times a second and adds up what the kernel says of each.
//
// Estimates: memory is over its limit when two looks in a row, some 10 ms apart, find it so, or one
// finds that much more in files and sockets than the first had, of which the kernel keeps the
// number. What grows and ends between two looks is not seen, and what no process maps (files in
// memory that nobody has open by name) only where the scratch file system has it. What sockets and
// pipes hold is counted by their number, from the 65th on with the most that one can hold; the
// kernel keeps another 64 MiB of pipes for each account. CPU time of processes that nobody waits
// for (their parent ignores SIGCHLD) is lost when they end; what was seen is never taken back, and
// the wall limit stands behind it. Processes are counted here only where there is no user namespace
// by which the kernel does that (RLIMIT_NPROC).
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "sandbox/cgroup/accounting.h"

namespace assay {

// Where the kernel counts the processes that it has ended for want of memory: in the group that the
// calling process is in, or on the whole host where no group's file can be read. While the host's
// files are in view; it stays current.
UniqueFd OpenOomCounter();

// Of runs that share the host's network, process ids and file systems with everybody: instead of a
// counter of the kernel's for all of a box, their descriptors and files are looked at one by one.
struct SharedHost {
  int64_t most_bytes = 0;  // in the writable places
  int64_t most_files = 0;
};

// `orphans_cpu`: of all processes that whoever adopts them has reaped, ever growing; null where the
// caller does. `scratch`: a path of the file system of the writable places; where the host is
// shared, the folder that has them all.
std::unique_ptr<RunCgroup> MakePolledUsage(std::function<Nanoseconds()> orphans_cpu,
                                           std::string scratch, UniqueFd oom_counter,
                                           std::optional<SharedHost> shared = std::nullopt);

// Accounts that hold nothing: the spawner has no part in it.
Result<std::unique_ptr<Accounting>> OpenPolledAccounting(const std::string& parent,
                                                         const std::string& server_id);

// Bytes after "<key>:" in the kB lines of /proc/PID/status and smaps_rollup; 0 when it isn't there.
int64_t KilobyteLine(std::string_view text, std::string_view key);

// Bytes that the mappings of files on `device` have, by the text of /proc/PID/smaps; pages that are
// shared count in part.
int64_t MappedShare(const std::string& maps, uint64_t device);

}  // namespace assay
