// Keeper: the process with id 1 in the namespace that programs of a box get when agent, zygotes and
// programs are one account for the kernel. There the agent and the zygotes must not be reachable by
// process id: whatever one account may do to its own processes (signals, priorities, limits), a
// program could do to them. So programs have a process namespace of their own below the agent's,
// and its first process is this one: it adopts and reaps orphans, ends all of them at one instant,
// and sets where process ids go on.
//
// A program can't harm it: signals to the first process of a namespace are dropped, and the filter
// forbids what else takes a process id. Beside it a user namespace is made that programs enter: in
// it they have an id of their own, and the kernel counts their processes apart from ours.
//
// Used by the agent only; not thread-safe. A keeper that doesn't answer is dead, and so is the box.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"

namespace assay {

// Of the calling process, which is alone in a new user namespace: "<id there> <id above> 1\n".
// Sets errno on failure.
bool WriteUserMaps(const std::string& uid_map, const std::string& gid_map);

class Keeper {
 public:
  // In the agent, with the host's /proc in view and the rights of its user namespace's root.
  // `program_uid`: the id of programs in their user namespace.
  static Result<Keeper> Start(int program_uid);

  // Its id in the agent's namespace.
  pid_t pid() const { return pid_; }
  // For setns(2): the programs' process and user namespaces, and the agent's own.
  int pid_namespace() const { return pid_namespace_.get(); }
  int own_pid_namespace() const { return own_pid_namespace_.get(); }
  int user_namespace() const { return user_namespace_.get(); }

  // Mounts a /proc of the programs' namespace on `target`.
  Status MountProc(const char* target) const;
  // SIGKILLs every process of the namespace and reaps those that are its own.
  bool KillAll() const;
  // The next process of the namespace gets this id. False where the kernel can't (it is built
  // without CONFIG_CHECKPOINT_RESTORE).
  bool SetNextPid(int pid) const;

  // CPU time of all that it has reaped.
  Nanoseconds OrphansCpu() const { return Nanoseconds(shared_->load(std::memory_order_relaxed)); }

 private:
  Keeper() = default;
  Status Ask(uint32_t what, int number, std::string_view text) const;

  pid_t pid_ = -1;
  UniqueFd socket_;
  UniqueFd pid_namespace_, own_pid_namespace_, user_namespace_;
  std::atomic<int64_t>* shared_ = nullptr;  // a page shared with it, as long as the process
};

}  // namespace assay
